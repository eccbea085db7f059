/*
 * A GIO module: the TLS of glib-networking, trusting the authorities in a file that the environment names.
 *
 * WebKit's network process verifies certificates with GIO's default database, and no setting of WebKitGTK's API
 * changes which authorities that is. What its API offers instead, accepting one certificate for one host once a page
 * has failed, leaves out whatever a page asks of other hosts. So the network process gets a backend whose default
 * database has what SESSION_BRIDGE_AUTHORITIES names; everything else is the backend's that it stands before.
 *
 * The helper points GIO_EXTRA_MODULES and GIO_USE_TLS at it, for itself and what it starts.
 */
#include <gio/gio.h>

#define BACKEND_NAME "session-bridge"
#define AUTHORITIES_VARIABLE "SESSION_BRIDGE_AUTHORITIES"

typedef struct {
    GObject parent;
    GTlsBackend *real;
    GMutex lock;
    GTlsDatabase *database;
} TrustBackend;

typedef struct {
    GObjectClass parent;
} TrustBackendClass;

static void trust_backend_interface_init(GTlsBackendInterface *interface);

G_DEFINE_DYNAMIC_TYPE_EXTENDED(TrustBackend, trust_backend, G_TYPE_OBJECT, 0,
                               G_IMPLEMENT_INTERFACE_DYNAMIC(G_TYPE_TLS_BACKEND, trust_backend_interface_init))

/* The first backend that is not this one: the system's. */
static GTlsBackend *find_real_backend(void)
{
    GIOExtensionPoint *point = g_io_extension_point_lookup(G_TLS_BACKEND_EXTENSION_POINT_NAME);
    GList *extension = point ? g_io_extension_point_get_extensions(point) : NULL;
    for (; extension; extension = extension->next) {
        if (g_strcmp0(g_io_extension_get_name(extension->data), BACKEND_NAME) == 0)
            continue;
        return g_object_new(g_io_extension_get_type(extension->data), NULL);
    }
    return NULL;
}

static void trust_backend_init(TrustBackend *self)
{
    g_mutex_init(&self->lock);
    self->real = find_real_backend();
}

static void trust_backend_finalize(GObject *object)
{
    TrustBackend *self = (TrustBackend *)object;
    g_clear_object(&self->database);
    g_clear_object(&self->real);
    g_mutex_clear(&self->lock);
    G_OBJECT_CLASS(trust_backend_parent_class)->finalize(object);
}

static void trust_backend_class_init(TrustBackendClass *class)
{
    G_OBJECT_CLASS(class)->finalize = trust_backend_finalize;
}

static void trust_backend_class_finalize(TrustBackendClass *class G_GNUC_UNUSED) {}

static gboolean supports_tls(GTlsBackend *backend)
{
    GTlsBackend *real = ((TrustBackend *)backend)->real;
    return real && g_tls_backend_supports_tls(real);
}

static gboolean supports_dtls(GTlsBackend *backend)
{
    GTlsBackend *real = ((TrustBackend *)backend)->real;
    return real && g_tls_backend_supports_dtls(real);
}

/* Read anew for as long as it cannot be read: without it nobody is trusted, which is the safe side. */
static GTlsDatabase *get_default_database(GTlsBackend *backend)
{
    TrustBackend *self = (TrustBackend *)backend;
    const char *file = g_getenv(AUTHORITIES_VARIABLE);
    if (!self->real)
        return NULL;
    g_mutex_lock(&self->lock);
    if (!self->database && file) {
        g_autoptr(GError) error = NULL;
        self->database = g_initable_new(g_tls_backend_get_file_database_type(self->real), NULL, &error, "anchors",
                                        file, NULL);
        if (!self->database)
            g_printerr("session-bridge-webkit: %s has no authorities to trust: %s\n", file, error->message);
    }
    GTlsDatabase *database = self->database ? g_object_ref(self->database) : NULL;
    g_mutex_unlock(&self->lock);
    return database;
}

/* The interface asks for types by functions that are not told of whom: the one backend there is answers. */
#define REAL_TYPE(name)                                                                                               \
    static GType get_##name##_type(void)                                                                              \
    {                                                                                                                 \
        TrustBackend *self = (TrustBackend *)g_tls_backend_get_default();                                             \
        return self->real ? g_tls_backend_get_##name##_type(self->real) : G_TYPE_INVALID;                             \
    }
REAL_TYPE(certificate)
REAL_TYPE(client_connection)
REAL_TYPE(server_connection)
REAL_TYPE(file_database)
REAL_TYPE(dtls_client_connection)
REAL_TYPE(dtls_server_connection)
#undef REAL_TYPE

static void trust_backend_interface_init(GTlsBackendInterface *interface)
{
    interface->supports_tls = supports_tls;
    interface->supports_dtls = supports_dtls;
    interface->get_default_database = get_default_database;
    interface->get_certificate_type = get_certificate_type;
    interface->get_client_connection_type = get_client_connection_type;
    interface->get_server_connection_type = get_server_connection_type;
    interface->get_file_database_type = get_file_database_type;
    interface->get_dtls_client_connection_type = get_dtls_client_connection_type;
    interface->get_dtls_server_connection_type = get_dtls_server_connection_type;
}

/* GIO's names for what a module has. */
G_MODULE_EXPORT void g_io_module_load(GIOModule *module);
G_MODULE_EXPORT void g_io_module_unload(GIOModule *module);
G_MODULE_EXPORT char **g_io_module_query(void);

void g_io_module_load(GIOModule *module)
{
    g_type_module_use(G_TYPE_MODULE(module));
    trust_backend_register_type(G_TYPE_MODULE(module));
    g_io_extension_point_implement(G_TLS_BACKEND_EXTENSION_POINT_NAME, trust_backend_get_type(), BACKEND_NAME, -10);
}

void g_io_module_unload(GIOModule *module G_GNUC_UNUSED) {}

char **g_io_module_query(void)
{
    char *points[] = {(char *)G_TLS_BACKEND_EXTENSION_POINT_NAME, NULL};
    return g_strdupv(points);
}
