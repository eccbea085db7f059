#include "sentence_table.h"

/* Of C23, and in Clang for every C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "../Wording/Sentences/sentences.tsv"
};

const unsigned char *const csentence_table_bytes = bytes;
const unsigned long csentence_table_count = sizeof bytes;
