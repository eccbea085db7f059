#ifndef CREASONTABLE_H
#define CREASONTABLE_H

/* The bytes of Sources/Reasons/reasons.tsv, compiled in. Swift takes seconds for an array of this size, and C no time. */
extern const unsigned char *const creason_table_bytes;
extern const unsigned long creason_table_count;

#endif
