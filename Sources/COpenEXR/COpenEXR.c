#include "COpenEXR.h"
#include "Functions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The state of the library, its input, and the results of its callbacks.
struct copenexr_reader {
    exr_context_t context;
    const uint8_t *bytes;
    size_t count;
    /// The maximum size of one allocation.
    size_t most;
    /// Bytes per pixel in the channels before the one being read.
    uint64_t earlier_byte_count;
    int ran_out;
    int lacked_memory;
    int lacked_feature;
    /// Header reads may extend past the end of a small file, which is not an error.
    int is_past_header;
    /// The report of the current call.
    copenexr_report *report;
};

/// The reader used by this thread, because the callbacks for errors and memory get no context.
static _Thread_local copenexr_reader *reading;

static int64_t on_read(
    exr_const_context_t context, void *handle, void *into, uint64_t wanted, uint64_t offset,
    exr_stream_error_func_ptr_t on_error) {
    (void)context, (void)on_error;
    copenexr_reader *reader = handle;
    const uint64_t left = offset < reader->count ? reader->count - offset : 0;
    const uint64_t taken = wanted < left ? wanted : left;
    if (taken == 0 || (taken < wanted && reader->is_past_header)) reader->ran_out = 1;
    if (taken > 0) memcpy(into, reader->bytes + offset, taken);
    return (int64_t)taken;
}

static int64_t on_size(exr_const_context_t context, void *handle) {
    (void)context;
    return (int64_t)((const copenexr_reader *)handle)->count;
}

static void on_error(exr_const_context_t context, exr_result_t code, const char *message) {
    (void)context, (void)code;
    if (reading != NULL && reading->report->message[0] == '\0') {
        snprintf(reading->report->message, COPENEXR_MESSAGE_SIZE, "%s", message);
    }
}

/// Large blocks are fresh zero pages, which use no memory before they are written.
static void *on_allocate(size_t size) {
    void *memory = reading == NULL || size > reading->most ? NULL : calloc(1, size);
    if (memory == NULL && reading != NULL) reading->lacked_memory = 1;
    return memory;
}

static void on_free(void *memory) {
    free(memory);
}

/// The status of a failed call.
static copenexr_status failure(const copenexr_reader *reader) {
    if (reader->lacked_memory) return COPENEXR_NO_MEMORY;
    if (reader->lacked_feature) return COPENEXR_NOT_UNPACKED;
    return reader->ran_out ? COPENEXR_TRUNCATED : COPENEXR_DAMAGED;
}

/// Whether a call succeeded; otherwise keeps the library's message, which it does not always report itself.
static int went_well(copenexr_reader *reader, exr_result_t result) {
    if (result == EXR_ERR_SUCCESS) return 1;
    if (result == EXR_ERR_FEATURE_NOT_IMPLEMENTED) reader->lacked_feature = 1;
    on_error(reader->context, result, openexr.get_default_error_message(result));
    return 0;
}

// The header.

static int is_named(const exr_attr_chlist_entry_t *channel, const char *name) {
    return strcmp(channel->name.str, name) == 0;
}

static int find_channel(const exr_attr_chlist_t *channels, const char *name) {
    for (int i = 0; i < channels->num_channels; i++) {
        if (is_named(&channels->entries[i], name)) return i;
    }
    return -1;
}

/// The name of a part; null if it has none.
static const char *part_name(const copenexr_reader *reader, int part) {
    const char *name = NULL;
    return openexr.get_name(reader->context, part, &name) == EXR_ERR_SUCCESS && name != NULL && *name != '\0' ? name
                                                                                                            : NULL;
}

/// The index of the channel with the wanted name, optionally prefixed by the part's name and a dot; -1 if there is
/// none.
static int find_wanted(
    const copenexr_reader *reader, int part, const exr_attr_chlist_t *channels, const char *wanted) {
    const int found = find_channel(channels, wanted);
    if (found >= 0) return found;
    const char *name = part_name(reader, part);
    const size_t length = name == NULL ? 0 : strlen(name);
    if (length == 0 || strncmp(wanted, name, length) != 0 || wanted[length] != '.') return -1;
    return find_channel(channels, wanted + length + 1);
}

/// Whether the last component of a layer name of `length` characters denotes vectors, whose Z is not a depth.
static int is_layer_of_vectors(const char *layer, size_t length) {
    static const char *const words[] = {"normal", "position", "point", "vector", "velocity", "motion", "tangent"};
    static const char *const names[] = {"n", "p", "pos", "nrm"};
    char last[64];
    size_t start = length;
    while (start > 0 && layer[start - 1] != '.') start--;
    const size_t count = length - start < sizeof last ? length - start : sizeof last - 1;
    for (size_t i = 0; i < count; i++) last[i] = (char)tolower((unsigned char)layer[start + i]);
    last[count] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(last, words[i]) != NULL) return 1;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(last, names[i]) == 0) return 1;
    }
    return 0;
}

/// Whether a channel is the Y or Z of a vector: its layer also has an X, or has the name of a vector.
static int is_of_vector(const exr_attr_chlist_t *channels, const exr_attr_chlist_entry_t *channel) {
    const char *name = channel->name.str;
    const char *dot = strrchr(name, '.');
    const char *last = dot == NULL ? name : dot + 1;
    if (strcmp(last, "Y") != 0 && strcmp(last, "Z") != 0) return 0;
    const size_t length = (size_t)(last - name);
    if (length > 0 && is_layer_of_vectors(name, length - 1)) return 1;
    for (int i = 0; i < channels->num_channels; i++) {
        const char *other = channels->entries[i].name.str;
        if (strncmp(other, name, length) == 0 && strcmp(other + length, "X") == 0) return 1;
    }
    return 0;
}

/// Whether the last component of a channel name, after the layers, denotes depth.
static int is_called_depth(const exr_attr_chlist_t *channels, const exr_attr_chlist_entry_t *channel) {
    const char *dot = strrchr(channel->name.str, '.');
    const char *last = dot == NULL ? channel->name.str : dot + 1;
    return (strcmp(last, "Z") == 0 || strcmp(last, "Depth") == 0 || strcmp(last, "depth") == 0)
        && !is_of_vector(channels, channel);
}

/// The index of channel Z, or of the only channel named as depth; -1 if there is none.
static int find_depth(const exr_attr_chlist_t *channels) {
    const int depth = find_channel(channels, "Z");
    if (depth >= 0 && !is_of_vector(channels, &channels->entries[depth])) return depth;
    int found = -1;
    for (int i = 0; i < channels->num_channels; i++) {
        if (!is_called_depth(channels, &channels->entries[i])) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

/// Whether these are B, G and R of one type, in which some programs store the same depth.
static int are_colours(const exr_attr_chlist_t *channels) {
    return channels->num_channels == 3 && is_named(&channels->entries[0], "B")
        && is_named(&channels->entries[1], "G") && is_named(&channels->entries[2], "R")
        && channels->entries[0].pixel_type == channels->entries[1].pixel_type
        && channels->entries[0].pixel_type == channels->entries[2].pixel_type;
}

static int choose_channel(
    const copenexr_reader *reader, int part, const exr_attr_chlist_t *channels, const char *wanted) {
    if (wanted != NULL) return find_wanted(reader, part, channels, wanted);
    const int depth = find_depth(channels);
    if (depth >= 0) return depth;
    if (channels->num_channels == 1) return is_of_vector(channels, &channels->entries[0]) ? -1 : 0;
    reader->report->is_threefold = are_colours(channels);
    if (reader->report->is_threefold) return 0;
    // Next to RY and BY, Y is the luminance of a colour picture.
    const int is_colour = find_channel(channels, "RY") >= 0 || find_channel(channels, "BY") >= 0;
    const int brightness = find_channel(channels, "Y");
    return is_colour || (brightness >= 0 && is_of_vector(channels, &channels->entries[brightness])) ? -1 : brightness;
}

/// The channels of a part with scanlines or tiles; null for deep samples, or if the library fails.
static const exr_attr_chlist_t *flat_channels(copenexr_reader *reader, int part, int *is_known) {
    exr_storage_t storage;
    const exr_attr_chlist_t *channels = NULL;
    *is_known = went_well(reader, openexr.get_storage(reader->context, part, &storage));
    if (!*is_known || (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)) return NULL;
    *is_known = went_well(reader, openexr.get_channels(reader->context, part, &channels));
    return *is_known ? channels : NULL;
}

/// The first part with the wanted channel, or with a depth channel; otherwise the first part.
static int choose_part(copenexr_reader *reader, const char *wanted, int *part) {
    *part = 0;
    int is_known = 1;
    for (int i = 0; i < reader->report->part_count; i++) {
        const exr_attr_chlist_t *channels = flat_channels(reader, i, &is_known);
        if (!is_known) return 0;
        if (channels == NULL) continue;
        if ((wanted != NULL ? find_wanted(reader, i, channels, wanted) : find_depth(channels)) >= 0) {
            *part = i;
            return 1;
        }
    }
    return 1;
}

/// Lists the channels of all parts, prefixed by the part's name if there are several.
static int list_channels(copenexr_reader *reader) {
    copenexr_report *report = reader->report;
    size_t length = 0;
    int is_known = 1;
    for (int part = 0; part < report->part_count; part++) {
        const exr_attr_chlist_t *channels = flat_channels(reader, part, &is_known);
        if (!is_known) return 0;
        const char *name = report->part_count > 1 ? part_name(reader, part) : NULL;
        for (int i = 0; channels != NULL && i < channels->num_channels && length < sizeof report->names; i++) {
            length += (size_t)snprintf(
                report->names + length, sizeof report->names - length, "%s%s%s%s", length == 0 ? "" : " ",
                name == NULL ? "" : name, name == NULL ? "" : ".", channels->entries[i].name.str);
        }
    }
    return 1;
}

static void describe_channels(
    copenexr_reader *reader, const exr_attr_chlist_t *channels, const char *wanted) {
    copenexr_report *report = reader->report;
    report->channel_count = channels->num_channels;
    report->channel = choose_channel(reader, report->part, channels, wanted);
    if (report->channel >= 0) report->sample_type = (int)channels->entries[report->channel].pixel_type;
    for (int i = 0; i < channels->num_channels; i++) {
        const exr_attr_chlist_entry_t *channel = &channels->entries[i];
        if (i == report->channel) reader->earlier_byte_count = report->pixel_byte_count;
        report->pixel_byte_count += channel->pixel_type == EXR_PIXEL_HALF ? 2 : 4;
        report->is_subsampled |= channel->x_sampling != 1 || channel->y_sampling != 1;
    }
}

static int describe(copenexr_reader *reader, const char *wanted) {
    copenexr_report *report = reader->report;
    const exr_context_t context = reader->context;
    exr_storage_t storage;
    exr_attr_box2i_t window;
    exr_compression_t compression;
    const exr_attr_chlist_t *channels;
    if (!went_well(reader, openexr.get_count(context, &report->part_count))
        || !choose_part(reader, wanted, &report->part)
        || !went_well(reader, openexr.get_storage(context, report->part, &storage))) return 0;
    const int part = report->part;
    report->is_deep = storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED;
    report->is_tiled = storage == EXR_STORAGE_TILED;
    if (report->is_deep) return 1;
    int32_t chunk_count;
    if (!went_well(reader, openexr.get_data_window(context, part, &window))
        || !went_well(reader, openexr.get_compression(context, part, &compression))
        || !went_well(reader, openexr.get_channels(context, part, &channels))
        || !went_well(reader, openexr.get_chunk_count(context, part, &chunk_count))
        || !went_well(reader, openexr.get_chunk_unpacked_size(context, part, &report->chunk_byte_count))) return 0;
    report->width = (int64_t)window.max.x - window.min.x + 1;
    report->height = (int64_t)window.max.y - window.min.y + 1;
    report->compression = (int)compression;
    report->chunk_count = (uint32_t)chunk_count;
    describe_channels(reader, channels, wanted);
    return list_channels(reader);
}

copenexr_status copenexr_open(
    const uint8_t *bytes, size_t count, size_t limit, const char *channel, copenexr_reader **opened,
    copenexr_report *report) {
    *opened = NULL;
    memset(report, 0, sizeof *report);
    report->channel = -1;
    copenexr_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return COPENEXR_NO_MEMORY;
    reader->bytes = bytes;
    reader->count = count;
    reader->most = (limit > count ? limit : count) + (1 << 20);
    reader->report = report;
    exr_context_initializer_t initializer = EXR_DEFAULT_CONTEXT_INITIALIZER;
    initializer.error_handler_fn = on_error;
    initializer.alloc_fn = on_allocate;
    initializer.free_fn = on_free;
    initializer.user_data = reader;
    initializer.read_fn = on_read;
    initializer.size_fn = on_size;
    // Damaged files are rejected: do not search for chunks that the table does not locate.
    initializer.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    reading = reader;
    const int is_open =
        went_well(reader, openexr.start_read(&reader->context, "memory", &initializer)) && describe(reader, channel);
    const copenexr_status status = is_open ? COPENEXR_OK : failure(reader);
    reading = NULL;
    if (is_open) {
        *opened = reader;
    } else {
        copenexr_close(reader);
    }
    return status;
}

void copenexr_close(copenexr_reader *reader) {
    if (reader == NULL) return;
    if (reader->context != NULL) {
        copenexr_report last = {0};
        reader->report = &last;
        reading = reader;
        openexr.finish(&reader->context);
        reading = NULL;
    }
    free(reader);
}

// The pixels.

static size_t sample_size(const copenexr_report *report) {
    return report->sample_type == COPENEXR_HALF ? 2 : 4;
}

typedef enum { CHANNEL_TAKEN, CHANNEL_COMPARED } channel_use;

/// Copies the channel of an unpacked chunk to the samples or compares it with them. Each line has all channels in
/// turn. Returns whether the samples equal the channel.
static int use_channel(
    const copenexr_reader *reader, channel_use use, const exr_chunk_info_t *chunk, const uint8_t *unpacked,
    uint8_t *samples) {
    copenexr_report *report = reader->report;
    const size_t width = (size_t)chunk->width, size = sample_size(report);
    for (size_t line = 0; line < (size_t)chunk->height; line++) {
        const uint8_t *channels = unpacked + line * width * report->pixel_byte_count;
        const uint8_t *channel = channels + width * reader->earlier_byte_count;
        uint8_t *place = samples + line * (size_t)report->width * size;
        if (use == CHANNEL_TAKEN) {
            memcpy(place, channel, width * size);
        } else if (memcmp(place, channel, width * size) != 0) {
            return 0;
        }
        if (report->is_threefold
            && (memcmp(channels, channels + width * size, width * size) != 0
                || memcmp(channels, channels + 2 * width * size, width * size) != 0)) report->are_different = 1;
    }
    return 1;
}

/// Fills the buffers that the library unpacks into.
static void fill_buffers(exr_decode_pipeline_t *pipeline, int byte) {
    // If it is an alias of the packed bytes, it has no size.
    if (pipeline->unpacked_buffer != NULL && pipeline->unpacked_buffer != pipeline->packed_buffer) {
        memset(pipeline->unpacked_buffer, byte, pipeline->unpacked_alloc_size);
    }
    if (pipeline->scratch_buffer_1 != NULL) memset(pipeline->scratch_buffer_1, byte, pipeline->scratch_alloc_size_1);
    if (pipeline->scratch_buffer_2 != NULL) memset(pipeline->scratch_buffer_2, byte, pipeline->scratch_alloc_size_2);
}

/// Unpacks a chunk with an initialised pipeline, and copies or compares its channel.
static int unpack(
    copenexr_reader *reader, const exr_chunk_info_t *chunk, exr_decode_pipeline_t *pipeline, channel_use use,
    uint8_t *samples) {
    if (!went_well(reader, openexr.decoding_run(reader->context, reader->report->part, pipeline))) return 0;
    const uint8_t *unpacked =
        chunk->compression == EXR_COMPRESSION_NONE ? pipeline->packed_buffer : pipeline->unpacked_buffer;
    if (unpacked == NULL) return went_well(reader, EXR_ERR_CORRUPT_CHUNK);
    if (use_channel(reader, use, chunk, unpacked, samples)) return 1;
    snprintf(
        reader->report->message, COPENEXR_MESSAGE_SIZE, "the %s at %d, %d is not filled by its %llu bytes",
        reader->report->is_tiled ? "tile" : "block of lines", chunk->start_x, chunk->start_y,
        (unsigned long long)chunk->packed_size);
    return 0;
}

/// Unpacks one chunk, whose upper left sample belongs at `left` and `top`.
///
/// The library's step that separates channels is omitted: in 3.1.5 it writes to null for some arrangements of
/// channels if only one is requested.
///
/// The library reports success for a chunk that its data does not fill; 3.1.5 does for ZIP. So each compressed chunk
/// is unpacked twice over different contents; bytes that differ were not written.
static int read_chunk(
    copenexr_reader *reader, const exr_chunk_info_t *chunk, exr_decode_pipeline_t *pipeline, int is_first, int64_t left,
    int64_t top, uint8_t *samples) {
    const copenexr_report *report = reader->report;
    const int part = report->part;
    const int is_compressed = chunk->compression != EXR_COMPRESSION_NONE;
    if (chunk->width <= 0 || chunk->height <= 0 || left + chunk->width > report->width
        || top + chunk->height > report->height
        || chunk->unpacked_size != (uint64_t)chunk->width * (uint64_t)chunk->height * report->pixel_byte_count
        || chunk->unpacked_size > report->chunk_byte_count || chunk->packed_size > chunk->unpacked_size
        || (!is_compressed && chunk->packed_size != chunk->unpacked_size)) {
        return went_well(reader, EXR_ERR_BAD_CHUNK_LEADER);
    }
    if (is_first) {
        if (!went_well(reader, openexr.decoding_initialize(reader->context, part, chunk, pipeline))
            || !went_well(reader, openexr.decoding_choose_default_routines(reader->context, part, pipeline))) return 0;
        pipeline->unpack_and_convert_fn = NULL;
    } else if (!went_well(reader, openexr.decoding_update(reader->context, part, chunk, pipeline))) {
        return 0;
    }
    uint8_t *place = samples + ((size_t)top * (size_t)report->width + (size_t)left) * sample_size(report);
    if (is_compressed) fill_buffers(pipeline, 0);
    if (!unpack(reader, chunk, pipeline, CHANNEL_TAKEN, place)) return 0;
    if (!is_compressed) return 1;
    fill_buffers(pipeline, 0xFF);
    return went_well(reader, openexr.decoding_update(reader->context, part, chunk, pipeline))
        && unpack(reader, chunk, pipeline, CHANNEL_COMPARED, place);
}

static int read_lines(copenexr_reader *reader, exr_decode_pipeline_t *pipeline, uint8_t *samples) {
    const int part = reader->report->part;
    exr_attr_box2i_t window;
    int32_t lines;
    if (!went_well(reader, openexr.get_data_window(reader->context, part, &window))
        || !went_well(reader, openexr.get_scanlines_per_chunk(reader->context, part, &lines))) return 0;
    for (int64_t top = 0; top < reader->report->height; top += lines) {
        exr_chunk_info_t chunk;
        const int y = (int)(window.min.y + top);
        if (lines <= 0 || !went_well(reader, openexr.read_scanline_chunk_info(reader->context, part, y, &chunk))
            || !read_chunk(reader, &chunk, pipeline, top == 0, 0, top, samples)) return 0;
    }
    return 1;
}

static int read_tiles(copenexr_reader *reader, exr_decode_pipeline_t *pipeline, uint8_t *samples) {
    const int part = reader->report->part;
    int32_t width, height;
    if (!went_well(reader, openexr.get_tile_sizes(reader->context, part, 0, 0, &width, &height))) return 0;
    for (int64_t top = 0; top < reader->report->height; top += height) {
        for (int64_t left = 0; left < reader->report->width; left += width) {
            exr_chunk_info_t chunk;
            if (width <= 0 || height <= 0
                || !went_well(
                    reader, openexr.read_tile_chunk_info(
                                reader->context, part, (int)(left / width), (int)(top / height), 0, 0, &chunk))
                || !read_chunk(reader, &chunk, pipeline, top == 0 && left == 0, left, top, samples)) return 0;
        }
    }
    return 1;
}

copenexr_status copenexr_read(
    copenexr_reader *reader, uint8_t *samples, size_t byte_count, copenexr_report *report) {
    reader->report = report;
    reader->is_past_header = 1;
    if (report->channel < 0 || report->sample_type == COPENEXR_UINT || report->is_subsampled
        || report->width <= 0 || report->height <= 0
        || (uint64_t)report->width * (uint64_t)report->height != byte_count / sample_size(report)) {
        snprintf(report->message, COPENEXR_MESSAGE_SIZE, "not the channel it was said to be");
        return COPENEXR_DAMAGED;
    }
    reading = reader;
    exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
    const int is_read = (report->is_tiled ? read_tiles : read_lines)(reader, &pipeline, samples);
    openexr.decoding_destroy(reader->context, &pipeline);
    const copenexr_status status = is_read ? COPENEXR_OK : failure(reader);
    reading = NULL;
    return status;
}
