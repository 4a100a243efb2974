// Loaded before the test runner, which follows every promise to know the test of an error that nothing handles: an `await` takes 30 times
// as long, and the tests in one process a tenth more. Without this, such an error still fails its file, but names no test.
import asyncHooks from "node:async_hooks";
import { isMainThread } from "node:worker_threads";

// Threads of the program load this file too.
if (isMainThread) {
  const { createHook } = asyncHooks;
  asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
  await import("node:test");
  asyncHooks.createHook = createHook;
}
