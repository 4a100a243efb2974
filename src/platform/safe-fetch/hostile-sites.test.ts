import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  assertFetchFails,
  fetchOptions,
  fetchText,
  networkOf,
  serve,
  serveRaw,
} from "../../../test/support/local-site.ts";
import { type FetchOptions, safeFetch } from "./safe-fetch.ts";

const shortTimeout: FetchOptions = { ...fetchOptions, timeout: 300 };

/** Sends data forever, as fast as the client reads it. */
function pour(stream: Socket | ServerResponse): void {
  const chunk = Buffer.alloc(16 * 1024, "x");
  const writeChunks = () => {
    while (!stream.destroyed && stream.write(chunk));
  };
  stream.on("drain", writeChunks);
  writeChunks();
}

/** Sends a text forever, often enough that the connection is never idle. */
function trickle(stream: Socket | ServerResponse, text: string): void {
  const timer = setInterval(() => stream.write(text), 10);
  stream.on("close", () => clearInterval(timer));
}

describe("the size limit", () => {
  test("ends an infinite body, and returns no more than the limit", async (t) => {
    const site = await serve(t, (_request, response) => pour(response));
    const options = { ...fetchOptions, maxBytes: 100_000 };
    const { body } = await safeFetch(site.url, options, networkOf());
    let received = 0;
    await assert.rejects(
      async () => {
        for await (const chunk of body) received += chunk.length;
      },
      { reason: "too-large", message: "is larger than 100 KB" },
    );
    assert.ok(received > 0 && received <= options.maxBytes, String(received));
    await site.allClosed();
  });

  test("accepts a body of exactly that size, and none larger, with or without Content-Length", async (t) => {
    const site = await serve(t, ({ url }, response) => {
      const content = Buffer.alloc(2048, "x");
      if (url === "/chunked") response.write(content.subarray(0, 1));
      response.end(url === "/chunked" ? content.subarray(1) : content);
    });
    for (const path of ["/", "/chunked"]) {
      assert.equal((await fetchText(site.url + path, { ...fetchOptions, maxBytes: 2048 })).text.length, 2048);
      await assertFetchFails(site.url + path, "too-large", /^is larger than 2047 bytes$/, {
        options: { ...fetchOptions, maxBytes: 2047 },
      });
    }
    await site.allClosed();
  });

  test("does not apply to the body of a redirect, which is not read", async (t) => {
    const end = await serve(t, (_request, response) => response.end("hello"));
    const start = await serve(t, (_request, response) => {
      response.writeHead(302, { location: end.url });
      pour(response);
    });
    assert.equal((await fetchText(start.url)).text, "hello");
    await start.allClosed();
  });

  test("is checked against Content-Length before the body is read", async (t) => {
    const site = await serveRaw(t, (socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 104857601\r\n\r\n"),
    );
    const options = { ...fetchOptions, maxBytes: 100 * 1024 * 1024 };
    await assert.rejects(safeFetch(site.url, options, networkOf()), {
      reason: "too-large",
      message: "is larger than 100 MB",
    });
    await site.allClosed();
  });

  test("counts the received bytes, not Content-Length", async (t) => {
    const site = await serveRaw(t, (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
      pour(socket);
    });
    assert.equal((await fetchText(site.url)).text, "hello");
    await site.allClosed();
  });
});

describe("the time limit", () => {
  const noResponse = /^did not respond within 0.3 s$/;
  const tooSlow = /^could not be read within 0.3 s$/;

  test("ends the wait for a site that never responds", async (t) => {
    const site = await serveRaw(t, () => {});
    await assertFetchFails(site.url, "timeout", noResponse, { options: shortTimeout });
    await site.allClosed();
  });

  test("ends the wait for a name that is never resolved", async () => {
    const network = { ...networkOf(), lookup: () => new Promise<never>(() => {}) };
    await assertFetchFails("http://docs.test/", "timeout", noResponse, { options: shortTimeout, network });
  });

  test("ends infinite headers and informational responses", async (t) => {
    for (const [start, part] of [
      ["HTTP/1.1 200 OK\r\n", "X-A: b\r\n"],
      ["", "HTTP/1.1 102 Processing\r\n\r\n"],
    ] as const) {
      const site = await serveRaw(t, (socket) => {
        socket.write(start);
        trickle(socket, part);
      });
      await assertFetchFails(site.url, "timeout", noResponse, { options: shortTimeout });
      await site.allClosed();
    }
  });

  test("ends a slow body", async (t) => {
    const site = await serve(t, (_request, response) => trickle(response, "x"));
    await assertFetchFails(site.url, "timeout", tooSlow, { options: shortTimeout });
    await site.allClosed();
  });

  test("applies to all redirects together", async (t) => {
    const site = await serve(t, (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: "/" }).end(), 80);
    });
    await assertFetchFails(site.url, "timeout", noResponse, {
      options: { ...shortTimeout, maxRedirects: 1000 },
    });
    await site.allClosed();
  });

  test("closes the connection even if the body is not read in time", async (t) => {
    for (const endless of [true, false]) {
      const site = await serve(t, (_request, response) => {
        if (endless) pour(response);
        else response.end("hello");
      });
      const { body } = await safeFetch(site.url, shortTimeout, networkOf());
      await wait(350);
      await site.allClosed();
      await assert.rejects(Array.fromAsync(body), { reason: "timeout", message: tooSlow });
    }
  });

  test("does not affect a body that was read in time", async (t) => {
    const site = await serve(t, (_request, response) => response.end("hello"));
    assert.equal((await fetchText(site.url, shortTimeout)).text, "hello");
    await wait(350);
  });
});

describe("a caller that stops reading early", () => {
  test("closes the connection in the middle, before the first chunk, and while waiting for one", async (t) => {
    const site = await serve(t, ({ url }, response) => {
      if (url === "/endless") pour(response);
      else response.write("x");
    });
    const endless = await safeFetch(`${site.url}/endless`, fetchOptions, networkOf());
    for await (const chunk of endless.body) {
      assert.ok(chunk.length > 0);
      break;
    }
    await site.allClosed();

    const unread = await safeFetch(`${site.url}/endless`, fetchOptions, networkOf());
    await unread.body[Symbol.asyncIterator]().return?.();
    await site.allClosed();

    const stalled = Readable.from((await safeFetch(site.url, fetchOptions, networkOf())).body);
    await new Promise((resolve) => stalled.once("data", resolve));
    stalled.destroy();
    await site.allClosed();
  });
});

describe("a site that violates HTTP", () => {
  const broken = /^ended in the middle$/;
  const malformed = /^did not return well-formed HTTP$/;

  test("causes an error, not a truncated file, if it ends before its Content-Length or its last chunk", async (t) => {
    for (const start of [
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    ]) {
      const ends = await serveRaw(t, (socket) => socket.end(start));
      await assertFetchFails(ends.url, "unreachable", broken);
      await ends.allClosed();
      const resets = await serveRaw(t, (socket) => {
        socket.write(start);
        setTimeout(() => socket.resetAndDestroy(), 20);
      });
      await assertFetchFails(resets.url, "unreachable", broken);
    }
    const garbled = await serveRaw(t, (socket) =>
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nnot a number\r\n"),
    );
    await assertFetchFails(garbled.url, "unreachable", broken);
    await garbled.allClosed();
  });

  test("is unreachable if it closes the connection without a response", async (t) => {
    for (const close of [(socket: Socket) => socket.end(), (socket: Socket) => socket.resetAndDestroy()]) {
      const site = await serveRaw(t, close);
      await assertFetchFails(site.url, "unreachable", /^could not be reached$/);
    }
  });

  test("is unreachable if its response is malformed or ambiguous", async (t) => {
    for (const answer of [
      "SSH-2.0-OpenSSH_9.9\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`,
    ]) {
      const site = await serveRaw(t, (socket) => socket.write(answer));
      await assertFetchFails(site.url, "unreachable", malformed);
      await site.allClosed();
    }
  });

  test("is refused if it switches protocols", async (t) => {
    const site = await serveRaw(t, (socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
    );
    await assertFetchFails(site.url, "status", /^returned status 101$/);
    await site.allClosed();
  });
});
