#pragma once

#include <webkit2/webkit2.h>

#include "request.h"

/*
 * A WKWebsiteDataStore: cookies, storage and caches, in memory or in a folder, and the proxy of all its requests.
 *
 * To WebKitGTK it is a context, whose data manager has the data.
 */
typedef struct {
    char *name;
    WebKitWebContext *context;
    WebKitWebsiteDataManager *manager;
    /* The views that show pages with it. */
    guint views;
} Store;

void stores_begin(void);
void stores_end(void);

/* The store that the request's `store` names; null, with the answer given, where there is none. */
Store *stores_named_in(Request *request);

void stores_make(Request *request);
void stores_remove(Request *request);
