import { buffer } from "node:stream/consumers";
import { safeFetch } from "../platform/safe-fetch/index.ts";
import type { BookOrder } from "./book.ts";

/** In milliseconds: for each, and for all of them. A book waits no longer for what is elsewhere. */
const [patience, patienceForAll] = [5_000, 15_000];

/** Fetches images that are not of the space. Those that cannot be had in time are left out. */
export function imageFetcher(allowPrivateNetwork: boolean): BookOrder["fetchImage"] {
  const signal = AbortSignal.timeout(patienceForAll);
  return async (url, maxBytes) => {
    if (signal.aborted || !/^https?:\/\//i.test(url)) return undefined;
    const { status, body } = await safeFetch(url, {
      allowPrivateNetwork,
      maxBytes,
      timeout: patience,
      signal,
    });
    return status === 200 ? buffer(body) : undefined;
  };
}
