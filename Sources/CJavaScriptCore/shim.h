#ifndef CJAVASCRIPTCORE_SHIM_H
#define CJAVASCRIPTCORE_SHIM_H

#include <JavaScriptCore/JavaScript.h>
#include <dlfcn.h>

/* Exported by the library on both systems, declared in private headers, which neither installs. */
typedef bool (*CJSShouldTerminateCallback)(JSContextRef context, void *data);
extern void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group, double limit,
                                                CJSShouldTerminateCallback callback, void *data);
extern void JSContextGroupClearExecutionTimeLimit(JSContextGroupRef group);

#ifdef RTLD_DEFAULT
#define CJS_EVERYWHERE RTLD_DEFAULT
#else
#define CJS_EVERYWHERE NULL
#endif

/* Private in every version: looked up, not linked, so that a library without it still lets the program start.
 * Returns NULL without it. */
static inline JSObjectRef CJSMemoryUsageStatistics(JSContextRef context) {
    JSObjectRef (*statistics)(JSContextRef) = (JSObjectRef (*)(JSContextRef))dlsym(CJS_EVERYWHERE, "JSGetMemoryUsageStatistics");
    return statistics ? statistics(context) : NULL;
}

#ifdef __APPLE__
#include <mach/mach.h>

/* mach_task_self_ is a variable, which Swift takes for state that other code may change. */
static inline mach_port_t CJSOwnTask(void) { return mach_task_self(); }
#endif

/* Runs what promises have queued, at once. Called inside a host function, the reactions count as part of the call that
 * led to it; left to the end of the outermost call, each is an entry of its own, and the time limit begins anew for
 * each. The three functions are looked up, not linked: a library without them must not keep a program from starting.
 *
 * Returns whether the library has them. */
static inline bool CJSDrainMicrotasks(JSContextRef context, JSContextGroupRef group) {
    void (*lock)(JSContextRef) = (void (*)(JSContextRef))dlsym(CJS_EVERYWHERE, "JSLock");
    void (*unlock)(JSContextRef) = (void (*)(JSContextRef))dlsym(CJS_EVERYWHERE, "JSUnlock");
    /* JSC::VM::drainMicrotasks(); a context group is the virtual machine itself. */
    void (*drain)(JSContextGroupRef) = (void (*)(JSContextGroupRef))dlsym(CJS_EVERYWHERE, "_ZN3JSC2VM15drainMicrotasksEv");
    if (!lock || !unlock || !drain) return false;
    lock(context);
    drain(group);
    unlock(context);
    return true;
}

#endif
