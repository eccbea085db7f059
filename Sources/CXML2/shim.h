#ifndef CXML2_SHIM_H
#define CXML2_SHIM_H

/* Where libxml2 is built with ICU, its headers pull in ICU's, whose declarations clash with those inside Foundation.
   Only the layout of the encoding handler depends on it, and that is used through pointers alone. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/c14n.h>
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>

/* xmlFree is a variable, which Swift takes for state that anybody may change. */
static inline void cxml2_free(void *memory) { xmlFree(memory); }

#endif
