#pragma once
// The hash function used for judging captures.
#include <openssl/sha.h>
