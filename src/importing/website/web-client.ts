import type { Config } from "../../config/index.ts";
import { FetchError, type FetchedResponse, internet, safeFetch } from "../../platform/safe-fetch/index.ts";
import { importLimits, writeChunks } from "../source/index.ts";

/** Fetches URLs within the limits of one import. All failures are FetchErrors. */
export interface WebClient {
  fetch(
    url: string,
    options: { readonly maxBytes: number; readonly accept?: string },
  ): Promise<{ readonly url: string; readonly contentType: string; readonly bytes: Buffer }>;
  download(
    url: string,
    path: string,
    maxBytes: number,
    timeout?: number,
  ): Promise<{ readonly url: string; readonly contentType: string; readonly size: number }>;
}

/** The maximum bytes and time of one import, and the timeouts of one page and one file. Times are in milliseconds. */
export const webLimits = { bytes: importLimits.bytes, milliseconds: 15 * 60_000, page: 20_000, file: 60_000 };

export class BudgetError extends FetchError {}

export function createWebClient(
  { allowPrivateNetwork }: Pick<Config, "allowPrivateNetwork">,
  { limits = webLimits, network = internet } = {},
): WebClient {
  const end = Date.now() + limits.milliseconds;
  let bytesLeft = limits.bytes;

  async function request<T>(
    url: string,
    { maxBytes, accept, ...options }: { maxBytes: number; timeout: number; accept?: string },
    read: (body: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T & { url: string; contentType: string }> {
    const timeout = Math.min(options.timeout, end - Date.now());
    if (timeout <= 0) throw new BudgetError("timeout", "could not be fetched: the import took too long");
    if (bytesLeft <= 0) throw tooLargeError();
    const headers = { "User-Agent": "Lectern", ...(accept !== undefined && { Accept: accept }) };
    const fetched = await safeFetch(url, { allowPrivateNetwork, maxBytes, timeout, headers }, network);
    const result = await read(countBytes(fetched.body));
    return { ...result, url: fetched.url, contentType: fetched.headers["content-type"] ?? "" };
  }

  /** Counts bytes while they arrive, as several requests run at the same time. */
  async function* countBytes(body: FetchedResponse["body"]): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) throw tooLargeError();
      yield chunk;
    }
  }

  return {
    fetch: (url, options) =>
      request(url, { ...options, timeout: limits.page }, async (body) => ({
        bytes: Buffer.concat(await Array.fromAsync(body)),
      })),
    download: (url, path, maxBytes, timeout = limits.file) =>
      request(url, { maxBytes, timeout }, async (body) => ({ size: await writeChunks(path, body) })),
  };
}

function tooLargeError(): BudgetError {
  return new BudgetError("too-large", "could not be fetched: the import is too large");
}
