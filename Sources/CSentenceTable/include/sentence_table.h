#ifndef CSENTENCETABLE_H
#define CSENTENCETABLE_H

/* The bytes of Sources/Wording/Sentences/sentences.tsv, compiled in as those of reasons.tsv are. */
extern const unsigned char *const csentence_table_bytes;
extern const unsigned long csentence_table_count;

#endif
