#pragma once
// The hash that captures are judged with, by itself.
#include <openssl/sha.h>
