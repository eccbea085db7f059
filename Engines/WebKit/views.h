#pragma once

#include "stores.h"

/* A WKWebView, in a window that nobody sees. */
typedef struct {
    char *name;
    Store *store;
    WebKitWebView *web;
    WebKitUserContentManager *content;
    GtkWidget *window;
    /* Whether what pages write to the console, and what they throw, is told. */
    gboolean tells_console;
    /* Whether the load that goes on has failed: WebKitGTK says that such a load has finished too. */
    gboolean has_failed;
} View;

void views_begin(void);
void views_end(void);

/* The view that the request's `view` names; null, with the answer given, where there is none. */
View *views_named_in(Request *request);

void views_make(Request *request);
void views_close(Request *request);
