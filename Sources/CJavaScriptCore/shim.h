#ifndef CJAVASCRIPTCORE_SHIM_H
#define CJAVASCRIPTCORE_SHIM_H

#include <JavaScriptCore/JavaScript.h>
#include <dlfcn.h>

/* Exported by the library on both systems, declared in private headers, which neither installs. */
typedef bool (*CJSShouldTerminateCallback)(JSContextRef context, void *data);
extern void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group, double limit,
                                                CJSShouldTerminateCallback callback, void *data);
extern void JSContextGroupClearExecutionTimeLimit(JSContextGroupRef group);
extern JSObjectRef JSGetMemoryUsageStatistics(JSContextRef context);

/* Runs what promises have queued, at once. Called inside a host function, the reactions count as part of the call that
 * led to it; left to the end of the outermost call, each is an entry of its own, and the time limit begins anew for
 * each. The three functions are looked up, not linked: a library without them must not keep a program from starting.
 *
 * Returns whether the library has them. */
static inline bool CJSDrainMicrotasks(JSContextRef context, JSContextGroupRef group) {
#ifdef RTLD_DEFAULT
    void *everywhere = RTLD_DEFAULT;
#else
    void *everywhere = NULL;
#endif
    void (*lock)(JSContextRef) = (void (*)(JSContextRef))dlsym(everywhere, "JSLock");
    void (*unlock)(JSContextRef) = (void (*)(JSContextRef))dlsym(everywhere, "JSUnlock");
    /* JSC::VM::drainMicrotasks(); a context group is the virtual machine itself. */
    void (*drain)(JSContextGroupRef) = (void (*)(JSContextGroupRef))dlsym(everywhere, "_ZN3JSC2VM15drainMicrotasksEv");
    if (!lock || !unlock || !drain) return false;
    lock(context);
    drain(group);
    unlock(context);
    return true;
}

#endif
