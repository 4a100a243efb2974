import { useEffect, useRef } from "preact/hooks";
import { refresh } from "./queries.ts";

/** How often a state that changes by itself is loaded again, in milliseconds. */
const interval = 1500;

/**
 * Loads replies again while something goes on, and once more when it has ended: those of the path and below it, or as `load`
 * says. A hidden window waits, and catches up when it is shown again.
 */
export function useRefreshWhile(
  isRunning: boolean,
  path: string,
  load: (path: string) => void = refresh,
): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    // A reply that was asked for together with the one that says the end may be older than the end.
    if (!isRunning && wasRunning.current) load(path);
    wasRunning.current = isRunning;
    if (!isRunning) return;
    const update = () => document.hidden || load(path);
    const timer = setInterval(update, interval);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, [isRunning, path, load]);
}
