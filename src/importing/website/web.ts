import { open, rm } from "node:fs/promises";
import type { Config } from "../../config/index.ts";
import { FetchError, type Fetched, fetchOutside, internet } from "../../platform/safe-fetch/index.ts";
import { importLimits } from "../source/index.ts";

/** What can be asked of the web; whoever calls decides what may be reached. */
export interface Web {
  /** Throws FetchError (src/fetching/fetch-error.ts) for whatever goes wrong. `accept` is sent along. */
  fetch(
    address: string,
    options: { readonly maxBytes: number; readonly accept?: string },
  ): Promise<{ readonly url: string; readonly contentType: string; readonly bytes: Buffer }>;
  /** The same to a file on the disk, piece by piece; its size and type. It has the time of one file, unless another is given. */
  download(
    address: string,
    path: string,
    maxBytes: number,
    milliseconds?: number,
  ): Promise<{ readonly url: string; readonly contentType: string; readonly size: number }>;
}

/** What one import may take, all that it fetches together, and each page and file in milliseconds. */
export const webLimits = { bytes: importLimits.bytes, milliseconds: 15 * 60_000, page: 20_000, file: 60_000 };

/** Nothing more can be fetched: all that one import may take has been taken. */
export class SpentError extends FetchError {}

interface Order {
  readonly maxBytes: number;
  readonly timeout: number;
  readonly accept?: string;
}

/** The web as one import sees it. */
export function createWeb(
  { allowPrivateNetwork }: Pick<Config, "allowPrivateNetwork">,
  { limits = webLimits, network = internet } = {},
): Web {
  const end = Date.now() + limits.milliseconds;
  let bytesLeft = limits.bytes;

  async function read<T>(address: string, order: Order, take: (fetched: Fetched) => Promise<T>): Promise<T> {
    const { maxBytes, accept } = order;
    const timeout = Math.min(order.timeout, end - Date.now());
    if (timeout <= 0) throw new SpentError("timeout", "could not be fetched: all together took too long");
    if (bytesLeft <= 0) throw spent();
    const headers = { "User-Agent": "Lectern", ...(accept !== undefined && { Accept: accept }) };
    const options = { allowPrivateNetwork, maxBytes, timeout, headers };
    const fetched = await fetchOutside(address, options, network);
    return take({ ...fetched, body: counted(fetched.body) });
  }

  /** Several are fetched at a time: each alone may be small enough. */
  async function* counted(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) throw spent();
      yield chunk;
    }
  }

  return {
    fetch: (address, options) =>
      read(address, { ...options, timeout: limits.page }, async (fetched) => ({
        ...described(fetched),
        bytes: Buffer.concat(await Array.fromAsync(fetched.body)),
      })),
    download: (address, path, maxBytes, milliseconds = limits.file) =>
      read(address, { maxBytes, timeout: milliseconds }, async (fetched) => ({
        ...described(fetched),
        size: await writeTo(path, fetched.body),
      })),
  };
}

function spent(): SpentError {
  return new SpentError("too-large", "could not be fetched: all together is too large");
}

function described({ url, headers }: Fetched): { url: string; contentType: string } {
  return { url, contentType: headers["content-type"] ?? "" };
}

async function writeTo(path: string, body: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, "wx");
  let size = 0;
  try {
    for await (const chunk of body) {
      await file.write(chunk);
      size += chunk.length;
    }
    await file.close();
    return size;
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}
