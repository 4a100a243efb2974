import { FetchError, internet, safeFetch, tooLarge } from "../platform/safe-fetch/index.ts";
import { SpecError } from "./read-document.ts";

/** Limits for all files of one source together. */
export const limits = { bytes: 20 * 1024 * 1024, milliseconds: 30_000, redirects: 10, files: 200 };

export interface FileFetcher {
  /** Returns the content of an address, and the address after redirects. */
  fetch(address: string): Promise<{ readonly url: string; readonly bytes: Uint8Array }>;
  stop(): void;
}

const accept = "application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5";

/** The number of timer intervals that the time limit is divided into. */
const ticks = 30;

/**
 * Creates a fetcher for the files of one source. Its time limit counts timer ticks rather than elapsed time: time in
 * which this thread was blocked does not count against the remote server.
 */
export function createFileFetcher(
  { allowPrivateNetwork }: { allowPrivateNetwork: boolean },
  network = internet,
  { bytes: maxBytes, milliseconds, redirects: maxRedirects } = limits,
): FileFetcher {
  const controller = new AbortController();
  const { signal } = controller;
  let ticked = 0;
  const timer = setInterval(() => {
    if (++ticked >= ticks) controller.abort();
  }, milliseconds / ticks);
  const timeout = 10 * milliseconds;
  const options = { allowPrivateNetwork, maxBytes, timeout, maxRedirects, headers: { accept }, signal };
  let received = 0;
  return {
    fetch: async (address) => {
      try {
        const { url, body } = await safeFetch(address, options, network);
        const chunks: Buffer[] = [];
        for await (const chunk of body) {
          chunks.push(chunk);
          received += chunk.length;
          // safeFetch only checks each file by itself.
          if (received > maxBytes) throw tooLarge(maxBytes);
        }
        return { url, bytes: Buffer.concat(chunks) };
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        if (error.reason === "timeout")
          throw new SpecError(
            "FETCH_TIMEOUT",
            `${address}: could not be read within ${milliseconds / 1000} s`,
          );
        throw new SpecError("FETCH_ERROR", `${address}: ${error.message}`, { cause: error });
      }
    },
    stop: () => {
      clearInterval(timer);
      controller.abort();
    },
  };
}
