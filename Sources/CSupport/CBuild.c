#include "CBuild.h"

#include <stddef.h>

const char *cbuild_commit(void) {
#ifdef DEPTHCHECK_COMMIT
    return DEPTHCHECK_COMMIT;
#else
    return NULL;
#endif
}
