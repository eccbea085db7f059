#include "reason_table.h"

/* Of C23, and in Clang for every C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "../Reasons/reasons.tsv"
};

const unsigned char *const creason_table_bytes = bytes;
const unsigned long creason_table_count = sizeof bytes;
