import { signal } from "@preact/signals";
import { base } from "../navigation/base.ts";

/** Whether the server replies. While it does not, the frame says so. */
export const isConnected = signal(true);

const listeners = new Set<() => void>();

/** Calls the listener whenever the server replies again, until the result is called. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSuccess(): void {
  if (isConnected.value) return;
  isConnected.value = true;
  for (const listener of listeners) listener();
}

/** Asks the server every two seconds until it replies. */
export function reportFailure(): void {
  if (!isConnected.value) return;
  isConnected.value = false;
  const ask = async () => {
    const reply = await fetch(`${base}/healthz`).catch(() => undefined);
    if (reply?.ok) reportSuccess();
    else setTimeout(ask, 2_000);
  };
  setTimeout(ask, 1_000);
}

addEventListener("offline", reportFailure);
