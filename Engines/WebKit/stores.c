#include "stores.h"

#include "page-ui.h"

static GHashTable *stores;

static void store_free(gpointer data)
{
    Store *store = data;
    g_clear_object(&store->context);
    g_clear_object(&store->manager);
    g_free(store->name);
    g_free(store);
}

void stores_begin(void)
{
    stores = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, store_free);
}

void stores_end(void)
{
    g_clear_pointer(&stores, g_hash_table_unref);
}

Store *stores_named_in(Request *request)
{
    const char *name = NULL;
    if (!request_string(request, "store", &name))
        return NULL;
    Store *store = g_hash_table_lookup(stores, name);
    if (!store)
        request_answer_error(request, "protocol/no-such-store", "no store is called %s", name);
    return store;
}

static WebKitWebsiteDataManager *make_manager(const char *folder)
{
    if (!folder)
        return webkit_website_data_manager_new_ephemeral();
    g_autofree char *data = g_build_filename(folder, "data", NULL);
    g_autofree char *cache = g_build_filename(folder, "cache", NULL);
    return webkit_website_data_manager_new("base-data-directory", data, "base-cache-directory", cache, NULL);
}

/* Every request goes through it, those to this machine too. */
static void set_proxy(WebKitWebsiteDataManager *manager, const char *proxy)
{
    if (!proxy) {
        webkit_website_data_manager_set_network_proxy_settings(manager, WEBKIT_NETWORK_PROXY_MODE_NO_PROXY, NULL);
        return;
    }
    WebKitNetworkProxySettings *settings = webkit_network_proxy_settings_new(proxy, NULL);
    webkit_website_data_manager_set_network_proxy_settings(manager, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings);
    webkit_network_proxy_settings_free(settings);
}

/* A proxy that could not be understood would be passed by, unseen. */
static gboolean is_proxy(const char *text)
{
    g_autoptr(GUri) uri = g_uri_parse(text, G_URI_FLAGS_NONE, NULL);
    return uri && g_strcmp0(g_uri_get_scheme(uri), "http") == 0 && g_uri_get_host(uri) && *g_uri_get_host(uri) &&
           g_uri_get_port(uri) > 0;
}

void stores_make(Request *request)
{
    const char *name = NULL, *folder = NULL, *proxy = NULL;
    gboolean is_tracking_prevented = FALSE;
    if (!request_string(request, "store", &name) || !request_string_if_any(request, "folder", &folder) ||
        !request_string_if_any(request, "proxy", &proxy) ||
        !request_boolean_if_any(request, "trackingPrevention", &is_tracking_prevented))
        return;
    if (g_hash_table_contains(stores, name)) {
        request_answer_error(request, "protocol/name-taken", "there is a store called %s already", name);
        return;
    }
    if (folder && !g_path_is_absolute(folder)) {
        request_answer_error(request, "store/bad-folder", "%s is no absolute path", folder);
        return;
    }
    if (folder && g_mkdir_with_parents(folder, 0700) != 0) {
        request_answer_error(request, "store/bad-folder", "%s cannot be made", folder);
        return;
    }
    if (proxy && !is_proxy(proxy)) {
        request_answer_error(request, "store/bad-proxy", "a proxy is http://HOST:PORT");
        return;
    }
    Store *store = g_new0(Store, 1);
    store->name = g_strdup(name);
    store->manager = make_manager(folder);
    store->context = webkit_web_context_new_with_website_data_manager(store->manager);
    webkit_website_data_manager_set_tls_errors_policy(store->manager, WEBKIT_TLS_ERRORS_POLICY_FAIL);
    webkit_website_data_manager_set_itp_enabled(store->manager, is_tracking_prevented);
    set_proxy(store->manager, proxy);
    if (folder) {
        g_autofree char *file = g_build_filename(folder, "cookies.sqlite", NULL);
        WebKitCookieManager *cookies = webkit_website_data_manager_get_cookie_manager(store->manager);
        webkit_cookie_manager_set_persistent_storage(cookies, file, WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE);
    }
    page_ui_refuse_downloads(store->context, store->name);
    g_hash_table_insert(stores, store->name, store);
    request_answer_done(request);
}

void stores_remove(Request *request)
{
    Store *store = stores_named_in(request);
    if (!store)
        return;
    if (store->views > 0) {
        request_answer_error(request, "store/in-use", "%s still has %u views", store->name, store->views);
        return;
    }
    g_hash_table_remove(stores, store->name);
    request_answer_done(request);
}
