// Written by tools/web/list-sources.

#include "CWebSources.h"

// What pages are put together from stays where it is edited and looked at; the compiler takes it in.
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
static const unsigned char page_checks_view_js[] = {
#embed "../../tools/web/source/page/checks-view.js"
};
static const unsigned char page_entries_js[] = {
#embed "../../tools/web/source/page/entries.js"
};
static const unsigned char page_examples_js[] = {
#embed "../../tools/web/source/page/examples.js"
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
static const unsigned char shared_colour_bar_js[] = {
#embed "../../tools/web/source/shared/colour-bar.js"
};
static const unsigned char shared_colours_js[] = {
#embed "../../tools/web/source/shared/colours.js"
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
static const unsigned char shared_map_pointer_js[] = {
#embed "../../tools/web/source/shared/map-pointer.js"
};
static const unsigned char shared_map_view_js[] = {
#embed "../../tools/web/source/shared/map-view.js"
};
static const unsigned char shared_overlays_js[] = {
#embed "../../tools/web/source/shared/overlays.js"
};
static const unsigned char shared_png_js[] = {
#embed "../../tools/web/source/shared/png.js"
};
static const unsigned char shared_reading_errors_js[] = {
#embed "../../tools/web/source/shared/reading-errors.js"
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
    {"page/checks-view.js", page_checks_view_js, sizeof page_checks_view_js},
    {"page/entries.js", page_entries_js, sizeof page_entries_js},
    {"page/examples.js", page_examples_js, sizeof page_examples_js},
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
    {"shared/colour-bar.js", shared_colour_bar_js, sizeof shared_colour_bar_js},
    {"shared/colours.js", shared_colours_js, sizeof shared_colours_js},
    {"shared/dom.js", shared_dom_js, sizeof shared_dom_js},
    {"shared/engine.js", shared_engine_js, sizeof shared_engine_js},
    {"shared/files.js", shared_files_js, sizeof shared_files_js},
    {"shared/foreign-formats.js", shared_foreign_formats_js, sizeof shared_foreign_formats_js},
    {"shared/histogram-view.js", shared_histogram_view_js, sizeof shared_histogram_view_js},
    {"shared/map-pointer.js", shared_map_pointer_js, sizeof shared_map_pointer_js},
    {"shared/map-view.js", shared_map_view_js, sizeof shared_map_view_js},
    {"shared/overlays.js", shared_overlays_js, sizeof shared_overlays_js},
    {"shared/png.js", shared_png_js, sizeof shared_png_js},
    {"shared/reading-errors.js", shared_reading_errors_js, sizeof shared_reading_errors_js},
    {"shared/style.css", shared_style_css, sizeof shared_style_css},
    {"shared/unpacking.js", shared_unpacking_js, sizeof shared_unpacking_js},
    {"shared/words.js", shared_words_js, sizeof shared_words_js},
    {NULL, NULL, 0},
};

const WebSource *const first_web_source = sources;
