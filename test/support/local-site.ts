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

/** A server on this machine, which is closed after the test. */
export interface LocalSite {
  readonly port: number;
  readonly url: string;
  connections(): number;
  /** Waits until the client has closed all connections. */
  allClosed(): Promise<void>;
}

export function serve(t: TestContext, listener: RequestListener): Promise<LocalSite> {
  return listen(t, createHttpServer(listener), "http");
}

export function serveTls(t: TestContext, listener: RequestListener): Promise<LocalSite> {
  return listen(t, createHttpsServer(testCertificate, listener), "https");
}

/** Serves raw bytes: `respond` is called when a request has arrived. */
export function serveRaw(t: TestContext, respond: (socket: Socket) => void): Promise<LocalSite> {
  const server = createServer((socket) => socket.once("data", () => respond(socket)));
  return listen(t, server, "http");
}

async function listen(t: TestContext, server: Server | HttpServer, scheme: string): Promise<LocalSite> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  // The server is reachable at all addresses of 127.0.0.0/8, so tests can use several.
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

/** A network in which 127.0.0.1 is public, other loopback addresses are private, and only these names resolve. */
export function networkOf(names: Readonly<Record<string, readonly string[]>> = {}): Network {
  return {
    lookup: async (hostname) => {
      const addresses = names[hostname];
      if (addresses === undefined) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    isPublic: (address) => address === "127.0.0.1" || isPublicAddress(address),
  };
}

export const fetchOptions: FetchOptions = {
  allowPrivateNetwork: false,
  maxBytes: 1024 * 1024,
  timeout: 5000,
};

/** Fetches the whole body, from a network in which 127.0.0.1 is public. */
export async function fetchText(url: string, options = fetchOptions, network = networkOf()) {
  const { body, ...rest } = await safeFetch(url, options, network);
  return { ...rest, text: Buffer.concat(await Array.fromAsync(body)).toString() };
}

/** Asserts that the fetch fails with this reason and a matching message, which reveals no IP address. */
export async function assertFetchFails(
  url: string,
  reason: FetchErrorReason,
  message: RegExp,
  { options = fetchOptions, network = networkOf() }: { options?: FetchOptions; network?: Network } = {},
): Promise<void> {
  await assert.rejects(fetchText(url, options, network), (error) => {
    assert.ok(error instanceof FetchError, String(error));
    assert.match(error.message, message);
    assert.equal(error.reason, reason, error.message);
    assert.doesNotMatch(error.message, /\d+\.\d+\.\d+\.\d+|ECONN|ENOTFOUND|::/);
    return true;
  });
}
