import { FetchError, internet, safeFetch, tooLarge } from "../platform/safe-fetch/index.ts";
import { SpecError } from "./read-document.ts";

/** Limits for all files of one source together. */
export const limits = { bytes: 20 * 1024 * 1024, milliseconds: 30_000, redirects: 10, files: 200 };

export interface FileFetcher {
  /** Returns the content of a file, and its URL after redirects. */
  fetch(url: string): Promise<{ readonly url: string; readonly bytes: Uint8Array }>;
  stop(): void;
}

const accept = "application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5";

/** The number of timer intervals that the time limit is divided into. */
const ticks = 30;

/**
 * Creates a fetcher for the files of one source. Its timeout counts timer ticks instead of elapsed time, so that time
 * in which this thread was blocked does not count against the remote server.
 */
export function createFileFetcher(
  { allowPrivateNetwork }: { allowPrivateNetwork: boolean },
  network = internet,
  { bytes: maxBytes, milliseconds, redirects: maxRedirects } = limits,
): FileFetcher {
  const controller = new AbortController();
  const { signal } = controller;
  let tickCount = 0;
  const timer = setInterval(() => {
    if (++tickCount >= ticks) controller.abort();
  }, milliseconds / ticks);
  const timeout = 10 * milliseconds;
  const options = { allowPrivateNetwork, maxBytes, timeout, maxRedirects, headers: { accept }, signal };
  let received = 0;
  return {
    fetch: async (requestUrl) => {
      try {
        const { url, body } = await safeFetch(requestUrl, options, network);
        const chunks: Buffer[] = [];
        for await (const chunk of body) {
          chunks.push(chunk);
          received += chunk.length;
          // safeFetch limits only the size of each file.
          if (received > maxBytes) throw tooLarge(maxBytes);
        }
        return { url, bytes: Buffer.concat(chunks) };
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        if (error.reason === "timeout")
          throw new SpecError(
            "FETCH_TIMEOUT",
            `${requestUrl}: could not be read within ${milliseconds / 1000} s`,
          );
        throw new SpecError("FETCH_ERROR", `${requestUrl}: ${error.message}`, { cause: error });
      }
    },
    stop: () => {
      clearInterval(timer);
      controller.abort();
    },
  };
}
