import { base } from "../navigation/base.ts";

/** Loads the page again when the server of `npm run watch` has restarted. */
export function reloadOnRestart(): void {
  const events = new EventSource(`${base}/app/watch`);
  let hasStopped = false;
  events.onerror = () => {
    hasStopped = true;
  };
  events.onopen = () => {
    if (hasStopped) location.reload();
  };
}
