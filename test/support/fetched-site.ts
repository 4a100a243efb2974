import assert from "node:assert/strict";
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { FetchError, type FetchErrorReason } from "../../src/platform/safe-fetch/fetch-error.ts";
import type { Network } from "../../src/platform/safe-fetch/pin-host.ts";
import { isPublicAddress } from "../../src/platform/safe-fetch/public-address.ts";
import { type FetchOptions, safeFetch } from "../../src/platform/safe-fetch/safe-fetch.ts";
import { testCertificate } from "./test-certificate.ts";

/** A server on this computer, which ends with the test. */
export interface Site {
  readonly port: number;
  readonly url: string;
  /** How many connections there have been. */
  connections(): number;
  /** Waits until the other side has closed all of them. */
  allClosed(): Promise<void>;
}

export function serve(t: TestContext, answer: RequestListener): Promise<Site> {
  return open(t, createHttpServer(answer), "http");
}

export function serveTls(t: TestContext, answer: RequestListener): Promise<Site> {
  return open(t, createHttpsServer(testCertificate, answer), "https");
}

/** For answers that no HTTP server would give: what is called when a request has arrived. */
export function serveRaw(t: TestContext, answer: (socket: Socket) => void): Promise<Site> {
  const server = createServer((socket) => socket.once("data", () => answer(socket)));
  return open(t, server, "http");
}

async function open(t: TestContext, server: Server | HttpServer, scheme: string): Promise<Site> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  // All of 127.0.0.0/8 reaches it: a test can tell one address from another.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    connections: () => connections,
    allClosed: async () => {
      for (let tries = 0; sockets.size > 0; tries++) {
        if (tries === 200) throw new Error(`${sockets.size} connections are still open`);
        await wait(5);
      }
    },
  };
}

/** A network in which 127.0.0.1 is public, the rest of this computer is not, and only these names are known. */
export function networkOf(names: Readonly<Record<string, readonly string[]>> = {}): Network {
  return {
    lookup: async (hostname) => {
      const found = names[hostname];
      if (found === undefined) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    isPublic: (address) => address === "127.0.0.1" || isPublicAddress(address),
  };
}

export const usual: FetchOptions = { allowPrivateNetwork: false, maxBytes: 1024 * 1024, timeout: 5000 };

/** Fetches all of it, from a network in which 127.0.0.1 is public. */
export async function read(address: string, options = usual, network = networkOf()) {
  const { body, ...rest } = await safeFetch(address, options, network);
  return { ...rest, text: Buffer.concat(await Array.fromAsync(body)).toString() };
}

/** The same, and it must fail with this reason and a message that matches. */
export async function fails(
  address: string,
  reason: FetchErrorReason,
  message: RegExp,
  { options = usual, network = networkOf() }: { options?: FetchOptions; network?: Network } = {},
): Promise<void> {
  await assert.rejects(read(address, options, network), (error) => {
    assert.ok(error instanceof FetchError, String(error));
    assert.match(error.message, message);
    assert.equal(error.reason, reason, error.message);
    assert.doesNotMatch(error.message, /\d+\.\d+\.\d+\.\d+|ECONN|ENOTFOUND|::/);
    return true;
  });
}
