// Loaded before the test runner, which follows every promise to know the test of an error that nothing handles: every `await` takes 30
// times as long, and all tests a tenth longer. Without that, such an error fails its file, but the output does not name the test.
import asyncHooks from "node:async_hooks";
import { isMainThread } from "node:worker_threads";

// Threads of the program load this file too.
if (isMainThread) {
  const { createHook } = asyncHooks;
  asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
  await import("node:test");
  asyncHooks.createHook = createHook;
}
