// Written by tools/web/list-sources.

#include "CWebSources.h"

// What pages are put together from stays where it is edited and looked at; the compiler takes it in.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char depthcheck_js[] = {
#embed "../../tools/web/source/depthcheck.js"
};

static const WebSource sources[] = {
    {"depthcheck.js", depthcheck_js, sizeof depthcheck_js},
    {NULL, NULL, 0},
};

const WebSource *const first_web_source = sources;
