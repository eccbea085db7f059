#pragma once

#include "stores.h"

/* A WKWebView, in a window that nobody sees. */
typedef struct View {
    char *name;
    Store *store;
    /* The view whose page opened this one; null for one that was asked for. It stays longer. */
    struct View *opener;
    /* Whether the windows that its page opens are views, and how many it has opened. */
    gboolean opens_windows;
    guint opened;
    WebKitWebView *web;
    WebKitUserContentManager *content;
    GtkWidget *window;
    /* Whether what pages write to the console, and what they throw, is told. */
    gboolean tells_console;
    /* Whether the load that goes on has failed: WebKitGTK says that such a load has finished too. */
    gboolean has_failed;
    /* Those who wait for the page: WebKit forgets them when a view ends. */
    GPtrArray *waiting;
} View;

void views_begin(void);
void views_end(void);

/* The view that the request's `view` names; null, with the answer given, where there is none. */
View *views_named_in(Request *request);

/* The request waits for the page: it is answered with an error if the view or its process ends before it has one. */
void views_wait(View *view, Request *request);
/* Answers all who wait. */
void views_disappoint(View *view, const char *code, const char *message);

void views_make(Request *request);
/* A view for a window that the page opens: in its store, and without user scripts or handlers. */
View *views_open_window(View *opener);
void views_close(Request *request);
/* The page has closed itself: one that a page opened is gone once the engine's call has returned. */
void views_close_itself(View *view);
