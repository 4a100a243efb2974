import { FetchError, internet, safeFetch, tooLarge } from "../platform/safe-fetch/index.ts";
import { SpecError } from "./spec-error.ts";

/** What one source may take, all its files together. */
export const limits = { bytes: 20 * 1024 * 1024, milliseconds: 30_000, redirects: 10, files: 200 };

export interface FileFetcher {
  /** Gives the content of an address, and where that was found after all redirects. */
  fetch(address: string): Promise<{ readonly url: string; readonly bytes: Uint8Array }>;
  /** Ends what is still under way. */
  stop(): void;
}

const accept = "application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5";

/** How often the time is taken. */
const ticks = 30;

/**
 * Fetches the files of one source, for as long as that may take in all. Time does not count in which this thread was
 * busy with something else: the other side cannot help that.
 */
export function createFileFetcher(
  { allowPrivateNetwork }: { allowPrivateNetwork: boolean },
  network = internet,
  { bytes: most, milliseconds, redirects: maxRedirects } = limits,
): FileFetcher {
  const stopping = new AbortController();
  let passed = 0;
  const clock = setInterval(() => {
    if (++passed >= ticks) stopping.abort();
  }, milliseconds / ticks);
  let received = 0;
  const fetch: FileFetcher["fetch"] = async (address) => {
    try {
      const { url, body } = await safeFetch(
        address,
        {
          allowPrivateNetwork,
          maxBytes: most,
          timeout: 10 * milliseconds,
          maxRedirects,
          headers: { accept },
          signal: stopping.signal,
        },
        network,
      );
      const chunks: Buffer[] = [];
      for await (const chunk of body) {
        chunks.push(chunk);
        received += chunk.length;
        // Several are fetched at a time: each alone may be small enough.
        if (received > most) throw tooLarge(most);
      }
      return { url, bytes: Buffer.concat(chunks) };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      if (error.reason === "timeout") throw tooLate(address, milliseconds);
      throw new SpecError("FETCH_ERROR", `${address}: ${error.message}`, { cause: error });
    }
  };
  return {
    fetch,
    stop: () => {
      clearInterval(clock);
      stopping.abort();
    },
  };
}

function tooLate(address: string, milliseconds: number): SpecError {
  return new SpecError("FETCH_TIMEOUT", `${address}: could not be read within ${milliseconds / 1000} s`);
}
