// Written by tools/dev/tables/web-sources.

#include "CWebSources.h"

// Embeds the sources of pages, which stay in tools/web/source as separate files.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char depthcheck_js[] = {
#embed "../../tools/web/source/depthcheck.js"
};
static const unsigned char page_html[] = {
#embed "../../tools/web/source/page.html"
};
static const unsigned char page_batch_js[] = {
#embed "../../tools/web/source/page/batch.js"
};
static const unsigned char page_candidates_view_js[] = {
#embed "../../tools/web/source/page/candidates-view.js"
};
static const unsigned char page_checks_view_js[] = {
#embed "../../tools/web/source/page/checks-view.js"
};
static const unsigned char page_entries_js[] = {
#embed "../../tools/web/source/page/entries.js"
};
static const unsigned char page_examples_js[] = {
#embed "../../tools/web/source/page/examples.js"
};
static const unsigned char page_found_js[] = {
#embed "../../tools/web/source/page/found.js"
};
static const unsigned char page_main_js[] = {
#embed "../../tools/web/source/page/main.js"
};
static const unsigned char page_maps_table_js[] = {
#embed "../../tools/web/source/page/maps-table.js"
};
static const unsigned char page_page_css[] = {
#embed "../../tools/web/source/page/page.css"
};
static const unsigned char page_parameter_table_js[] = {
#embed "../../tools/web/source/page/parameter-table.js"
};
static const unsigned char page_parameters_file_js[] = {
#embed "../../tools/web/source/page/parameters-file.js"
};
static const unsigned char page_parameters_panel_js[] = {
#embed "../../tools/web/source/page/parameters-panel.js"
};
static const unsigned char page_picture_panel_js[] = {
#embed "../../tools/web/source/page/picture-panel.js"
};
static const unsigned char page_profiles_view_js[] = {
#embed "../../tools/web/source/page/profiles-view.js"
};
static const unsigned char page_reading_panel_js[] = {
#embed "../../tools/web/source/page/reading-panel.js"
};
static const unsigned char page_result_panel_js[] = {
#embed "../../tools/web/source/page/result-panel.js"
};
static const unsigned char page_results_js[] = {
#embed "../../tools/web/source/page/results.js"
};
static const unsigned char page_session_js[] = {
#embed "../../tools/web/source/page/session.js"
};
static const unsigned char page_verdict_view_js[] = {
#embed "../../tools/web/source/page/verdict-view.js"
};
static const unsigned char report_html[] = {
#embed "../../tools/web/source/report.html"
};
static const unsigned char report_answer_view_js[] = {
#embed "../../tools/web/source/report/answer-view.js"
};
static const unsigned char report_candidate_table_js[] = {
#embed "../../tools/web/source/report/candidate-table.js"
};
static const unsigned char report_chart_image_js[] = {
#embed "../../tools/web/source/report/chart-image.js"
};
static const unsigned char report_chosen_map_js[] = {
#embed "../../tools/web/source/report/chosen-map.js"
};
static const unsigned char report_columns_js[] = {
#embed "../../tools/web/source/report/columns.js"
};
static const unsigned char report_contact_sheet_js[] = {
#embed "../../tools/web/source/report/contact-sheet.js"
};
static const unsigned char report_corpus_js[] = {
#embed "../../tools/web/source/report/corpus.js"
};
static const unsigned char report_decimals_js[] = {
#embed "../../tools/web/source/report/decimals.js"
};
static const unsigned char report_decisions_js[] = {
#embed "../../tools/web/source/report/decisions.js"
};
static const unsigned char report_dropped_maps_js[] = {
#embed "../../tools/web/source/report/dropped-maps.js"
};
static const unsigned char report_explorer_js[] = {
#embed "../../tools/web/source/report/explorer.js"
};
static const unsigned char report_exports_js[] = {
#embed "../../tools/web/source/report/exports.js"
};
static const unsigned char report_histogram_js[] = {
#embed "../../tools/web/source/report/histogram.js"
};
static const unsigned char report_main_js[] = {
#embed "../../tools/web/source/report/main.js"
};
static const unsigned char report_map_list_js[] = {
#embed "../../tools/web/source/report/map-list.js"
};
static const unsigned char report_palette_js[] = {
#embed "../../tools/web/source/report/palette.js"
};
static const unsigned char report_rates_table_js[] = {
#embed "../../tools/web/source/report/rates-table.js"
};
static const unsigned char report_rates_js[] = {
#embed "../../tools/web/source/report/rates.js"
};
static const unsigned char report_reading_view_js[] = {
#embed "../../tools/web/source/report/reading-view.js"
};
static const unsigned char report_selection_js[] = {
#embed "../../tools/web/source/report/selection.js"
};
static const unsigned char report_state_js[] = {
#embed "../../tools/web/source/report/state.js"
};
static const unsigned char report_statistics_js[] = {
#embed "../../tools/web/source/report/statistics.js"
};
static const unsigned char report_style_css[] = {
#embed "../../tools/web/source/report/style.css"
};
static const unsigned char report_threshold_card_js[] = {
#embed "../../tools/web/source/report/threshold-card.js"
};
static const unsigned char report_threshold_cards_js[] = {
#embed "../../tools/web/source/report/threshold-cards.js"
};
static const unsigned char report_threshold_control_js[] = {
#embed "../../tools/web/source/report/threshold-control.js"
};
static const unsigned char report_trade_off_view_js[] = {
#embed "../../tools/web/source/report/trade-off-view.js"
};
static const unsigned char report_wording_js[] = {
#embed "../../tools/web/source/report/wording.js"
};
static const unsigned char shared_colour_bar_js[] = {
#embed "../../tools/web/source/shared/colour-bar.js"
};
static const unsigned char shared_colours_js[] = {
#embed "../../tools/web/source/shared/colours.js"
};
static const unsigned char shared_data_js[] = {
#embed "../../tools/web/source/shared/data.js"
};
static const unsigned char shared_dom_js[] = {
#embed "../../tools/web/source/shared/dom.js"
};
static const unsigned char shared_engine_js[] = {
#embed "../../tools/web/source/shared/engine.js"
};
static const unsigned char shared_files_js[] = {
#embed "../../tools/web/source/shared/files.js"
};
static const unsigned char shared_foreign_formats_js[] = {
#embed "../../tools/web/source/shared/foreign-formats.js"
};
static const unsigned char shared_histogram_view_js[] = {
#embed "../../tools/web/source/shared/histogram-view.js"
};
static const unsigned char shared_inflating_js[] = {
#embed "../../tools/web/source/shared/inflating.js"
};
static const unsigned char shared_loader_js[] = {
#embed "../../tools/web/source/shared/loader.js"
};
static const unsigned char shared_map_legend_js[] = {
#embed "../../tools/web/source/shared/map-legend.js"
};
static const unsigned char shared_map_pointer_js[] = {
#embed "../../tools/web/source/shared/map-pointer.js"
};
static const unsigned char shared_map_view_js[] = {
#embed "../../tools/web/source/shared/map-view.js"
};
static const unsigned char shared_overlays_js[] = {
#embed "../../tools/web/source/shared/overlays.js"
};
static const unsigned char shared_plausibility_js[] = {
#embed "../../tools/web/source/shared/plausibility.js"
};
static const unsigned char shared_png_js[] = {
#embed "../../tools/web/source/shared/png.js"
};
static const unsigned char shared_reading_errors_js[] = {
#embed "../../tools/web/source/shared/reading-errors.js"
};
static const unsigned char shared_row_continuity_js[] = {
#embed "../../tools/web/source/shared/row-continuity.js"
};
static const unsigned char shared_stored_js[] = {
#embed "../../tools/web/source/shared/stored.js"
};
static const unsigned char shared_style_css[] = {
#embed "../../tools/web/source/shared/style.css"
};
static const unsigned char shared_unpacking_js[] = {
#embed "../../tools/web/source/shared/unpacking.js"
};
static const unsigned char shared_words_js[] = {
#embed "../../tools/web/source/shared/words.js"
};

static const WebSource sources[] = {
    {"depthcheck.js", depthcheck_js, sizeof depthcheck_js},
    {"page.html", page_html, sizeof page_html},
    {"page/batch.js", page_batch_js, sizeof page_batch_js},
    {"page/candidates-view.js", page_candidates_view_js, sizeof page_candidates_view_js},
    {"page/checks-view.js", page_checks_view_js, sizeof page_checks_view_js},
    {"page/entries.js", page_entries_js, sizeof page_entries_js},
    {"page/examples.js", page_examples_js, sizeof page_examples_js},
    {"page/found.js", page_found_js, sizeof page_found_js},
    {"page/main.js", page_main_js, sizeof page_main_js},
    {"page/maps-table.js", page_maps_table_js, sizeof page_maps_table_js},
    {"page/page.css", page_page_css, sizeof page_page_css},
    {"page/parameter-table.js", page_parameter_table_js, sizeof page_parameter_table_js},
    {"page/parameters-file.js", page_parameters_file_js, sizeof page_parameters_file_js},
    {"page/parameters-panel.js", page_parameters_panel_js, sizeof page_parameters_panel_js},
    {"page/picture-panel.js", page_picture_panel_js, sizeof page_picture_panel_js},
    {"page/profiles-view.js", page_profiles_view_js, sizeof page_profiles_view_js},
    {"page/reading-panel.js", page_reading_panel_js, sizeof page_reading_panel_js},
    {"page/result-panel.js", page_result_panel_js, sizeof page_result_panel_js},
    {"page/results.js", page_results_js, sizeof page_results_js},
    {"page/session.js", page_session_js, sizeof page_session_js},
    {"page/verdict-view.js", page_verdict_view_js, sizeof page_verdict_view_js},
    {"report.html", report_html, sizeof report_html},
    {"report/answer-view.js", report_answer_view_js, sizeof report_answer_view_js},
    {"report/candidate-table.js", report_candidate_table_js, sizeof report_candidate_table_js},
    {"report/chart-image.js", report_chart_image_js, sizeof report_chart_image_js},
    {"report/chosen-map.js", report_chosen_map_js, sizeof report_chosen_map_js},
    {"report/columns.js", report_columns_js, sizeof report_columns_js},
    {"report/contact-sheet.js", report_contact_sheet_js, sizeof report_contact_sheet_js},
    {"report/corpus.js", report_corpus_js, sizeof report_corpus_js},
    {"report/decimals.js", report_decimals_js, sizeof report_decimals_js},
    {"report/decisions.js", report_decisions_js, sizeof report_decisions_js},
    {"report/dropped-maps.js", report_dropped_maps_js, sizeof report_dropped_maps_js},
    {"report/explorer.js", report_explorer_js, sizeof report_explorer_js},
    {"report/exports.js", report_exports_js, sizeof report_exports_js},
    {"report/histogram.js", report_histogram_js, sizeof report_histogram_js},
    {"report/main.js", report_main_js, sizeof report_main_js},
    {"report/map-list.js", report_map_list_js, sizeof report_map_list_js},
    {"report/palette.js", report_palette_js, sizeof report_palette_js},
    {"report/rates-table.js", report_rates_table_js, sizeof report_rates_table_js},
    {"report/rates.js", report_rates_js, sizeof report_rates_js},
    {"report/reading-view.js", report_reading_view_js, sizeof report_reading_view_js},
    {"report/selection.js", report_selection_js, sizeof report_selection_js},
    {"report/state.js", report_state_js, sizeof report_state_js},
    {"report/statistics.js", report_statistics_js, sizeof report_statistics_js},
    {"report/style.css", report_style_css, sizeof report_style_css},
    {"report/threshold-card.js", report_threshold_card_js, sizeof report_threshold_card_js},
    {"report/threshold-cards.js", report_threshold_cards_js, sizeof report_threshold_cards_js},
    {"report/threshold-control.js", report_threshold_control_js, sizeof report_threshold_control_js},
    {"report/trade-off-view.js", report_trade_off_view_js, sizeof report_trade_off_view_js},
    {"report/wording.js", report_wording_js, sizeof report_wording_js},
    {"shared/colour-bar.js", shared_colour_bar_js, sizeof shared_colour_bar_js},
    {"shared/colours.js", shared_colours_js, sizeof shared_colours_js},
    {"shared/data.js", shared_data_js, sizeof shared_data_js},
    {"shared/dom.js", shared_dom_js, sizeof shared_dom_js},
    {"shared/engine.js", shared_engine_js, sizeof shared_engine_js},
    {"shared/files.js", shared_files_js, sizeof shared_files_js},
    {"shared/foreign-formats.js", shared_foreign_formats_js, sizeof shared_foreign_formats_js},
    {"shared/histogram-view.js", shared_histogram_view_js, sizeof shared_histogram_view_js},
    {"shared/inflating.js", shared_inflating_js, sizeof shared_inflating_js},
    {"shared/loader.js", shared_loader_js, sizeof shared_loader_js},
    {"shared/map-legend.js", shared_map_legend_js, sizeof shared_map_legend_js},
    {"shared/map-pointer.js", shared_map_pointer_js, sizeof shared_map_pointer_js},
    {"shared/map-view.js", shared_map_view_js, sizeof shared_map_view_js},
    {"shared/overlays.js", shared_overlays_js, sizeof shared_overlays_js},
    {"shared/plausibility.js", shared_plausibility_js, sizeof shared_plausibility_js},
    {"shared/png.js", shared_png_js, sizeof shared_png_js},
    {"shared/reading-errors.js", shared_reading_errors_js, sizeof shared_reading_errors_js},
    {"shared/row-continuity.js", shared_row_continuity_js, sizeof shared_row_continuity_js},
    {"shared/stored.js", shared_stored_js, sizeof shared_stored_js},
    {"shared/style.css", shared_style_css, sizeof shared_style_css},
    {"shared/unpacking.js", shared_unpacking_js, sizeof shared_unpacking_js},
    {"shared/words.js", shared_words_js, sizeof shared_words_js},
    {NULL, NULL, 0},
};

const WebSource *const first_web_source = sources;
