import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { describe, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import {
  assertFetchFails,
  fetchOptions,
  fetchText,
  networkOf,
  serve,
  serveTls,
} from "../../../test/support/local-site.ts";
import { freePort } from "../../../test/support/server.ts";
import { testCertificate } from "../../../test/support/test-certificate.ts";
import type { Network } from "./pin-host.ts";
import { safeFetch } from "./safe-fetch.ts";

const hello: RequestListener = (_request, response) => response.end("hello");
const redirect =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end("elsewhere");

describe("a response", () => {
  test("has its URL, status, headers and content", async (t) => {
    const site = await serve(t, (_request, response) =>
      response.writeHead(203, { "content-type": "text/x-greeting" }).end("hello"),
    );
    const { url, status, headers, text } = await fetchText(`${site.url}/a b?c=d#part`);
    assert.deepEqual([url, status, text], [`${site.url}/a%20b?c=d`, 203, "hello"]);
    assert.equal(headers["content-type"], "text/x-greeting");
    await site.allClosed();
  });

  test("is requested with the given headers, without compression and on a new connection", async (t) => {
    const site = await serve(t, (request, response) => response.end(JSON.stringify(request.headers)));
    const options = {
      ...fetchOptions,
      headers: { Accept: "text/html", "Accept-Encoding": "gzip", "X-Key": "k" },
    };
    for (const connections of [1, 2]) {
      const { text } = await fetchText(site.url, options);
      const { host, ...headers } = JSON.parse(text);
      assert.equal(host, `127.0.0.1:${site.port}`);
      assert.deepEqual(headers, {
        accept: "text/html",
        "accept-encoding": "identity",
        connection: "close",
        "user-agent": "Lectern",
        "x-key": "k",
      });
      assert.equal(site.connections(), connections);
    }
  });

  test("is accepted over https only from a server with a valid certificate", async (t) => {
    const site = await serveTls(t, hello);
    const network = networkOf({ "docs.test": ["127.0.0.1"], "other.test": ["127.0.0.1"] });
    const untrusted = /^has no trusted certificate$/;
    await assertFetchFails(`https://docs.test:${site.port}`, "certificate", untrusted, { network });
    const trusted = getCACertificates("default");
    t.after(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([testCertificate.cert]);
    assert.equal((await fetchText(`https://docs.test:${site.port}`, fetchOptions, network)).text, "hello");
    await assertFetchFails(`https://other.test:${site.port}`, "certificate", untrusted, { network });
    await site.allClosed();
  });

  test("is refused if its status is not a success, with the status in the message", async (t) => {
    const site = await serve(t, (request, response) =>
      response.writeHead(Number(request.url?.slice(1)), { location: "/" }).end(),
    );
    for (const status of [300, 304, 400, 404, 500])
      await assertFetchFails(`${site.url}/${status}`, "status", new RegExp(`^returned status ${status}$`));
    await site.allClosed();
  });

  test("is refused if it is compressed", async (t) => {
    const compressed = /^returned compressed content, although uncompressed content was requested$/;
    const packed = gzipSync("x".repeat(1_000_000));
    for (const headers of [{ "content-encoding": "gzip" }, { "transfer-encoding": "gzip, chunked" }]) {
      const site = await serve(t, (_request, response) => response.writeHead(200, headers).end(packed));
      await assertFetchFails(site.url, "refused", compressed);
      await site.allClosed();
    }
    const site = await serve(t, (_request, response) =>
      response.writeHead(200, { "content-encoding": "Identity" }).end("plain"),
    );
    assert.equal((await fetchText(site.url)).text, "plain");
  });
});

describe("a URL", () => {
  test("must be http or https, and contain no user name or password", async () => {
    const malformed = /^the URL is not a well-formed http or https URL$/;
    for (const url of ["", "no url", "/path", "ftp://docs.test/", "file:///etc/passwd", "data:,x"])
      await assertFetchFails(url, "refused", malformed);
    for (const url of ["http://ann@docs.test/", "http://:secret@docs.test/", "https://a:b@docs.test/"])
      await assertFetchFails(url, "refused", /^the URL must not contain a user name or password$/);
  });

  test("of the loopback interface is refused in every notation, without connecting", async (t) => {
    const site = await serve(t, hello);
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "127.1.",
      "１２７.0.0.1",
      "0",
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::127.0.0.1]",
      "[64:ff9b::7f00:1]",
    ])
      await assert.rejects(
        safeFetch(`http://${host}:${site.port}/`, fetchOptions),
        { reason: "refused", message: "the URL is in a private network" },
        host,
      );
    await assert.rejects(safeFetch(`http://localhost:${site.port}/`, fetchOptions), {
      reason: "refused",
      message: "the URL resolves to a private network",
    });
    assert.equal(site.connections(), 0);
  });

  test("of the loopback interface is fetched if private networks are allowed", async (t) => {
    const site = await serve(t, hello);
    const options = { ...fetchOptions, allowPrivateNetwork: true };
    for (const host of ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"]) {
      const { body } = await safeFetch(`http://${host}:${site.port}/`, options);
      assert.equal(Buffer.concat(await Array.fromAsync(body)).toString(), "hello", host);
    }
  });

  test("whose name resolves to a private network is refused", async (t) => {
    const site = await serve(t, hello);
    for (const address of ["127.0.0.2", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1"])
      await assertFetchFails(
        `http://docs.test:${site.port}`,
        "refused",
        /^the URL resolves to a private network$/,
        {
          network: networkOf({ "docs.test": [address] }),
        },
      );
    assert.equal(site.connections(), 0);
  });

  test("that resolves to a public and a private address is fetched from the public one only", async (t) => {
    const site = await serve(t, ({ socket }, response) => response.end(socket.localAddress));
    for (const addresses of [
      ["127.0.0.2", "127.0.0.1"],
      ["127.0.0.1", "127.0.0.2"],
      ["::1", "127.0.0.3", "127.0.0.1"],
    ]) {
      const network = networkOf({ "docs.test": addresses });
      const { text } = await fetchText(`http://docs.test:${site.port}`, fetchOptions, network);
      assert.equal(text, "127.0.0.1");
    }
    assert.equal(site.connections(), 3);
  });

  test("is resolved once, so that DNS rebinding has no effect", async (t) => {
    const site = await serve(t, ({ socket }, response) => response.end(socket.localAddress));
    const addresses = ["127.0.0.1", "127.0.0.2"];
    const network: Network = {
      ...networkOf(),
      lookup: async () => [{ address: addresses.shift() ?? "127.0.0.2", family: 4 }],
    };
    assert.equal((await fetchText(`http://docs.test:${site.port}`, fetchOptions, network)).text, "127.0.0.1");
    assert.deepEqual(addresses, ["127.0.0.2"]);
  });

  test("that does not resolve or refuses the connection is unreachable", async () => {
    await assertFetchFails("http://nowhere.test/", "unreachable", /^the host name could not be resolved$/);
    const network = networkOf({ "empty.test": [] });
    await assertFetchFails("http://empty.test/", "unreachable", /^the host name could not be resolved$/, {
      network,
    });
    const port = await freePort();
    await assertFetchFails(`http://127.0.0.1:${port}/`, "unreachable", /^could not be reached$/);
  });
});

describe("a redirect", () => {
  test("with any of the five statuses is followed with GET", async (t) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const site = await serve(t, (request, response) => {
        if (request.url === "/old/page") redirect("../new?page", status)(request, response);
        else response.end(`${request.method} ${request.url}`);
      });
      const { url, text } = await fetchText(`${site.url}/old/page`);
      assert.deepEqual([url, text], [`${site.url}/new?page`, "GET /new?page"]);
      await site.allClosed();
    }
  });

  test("may point to another site, from https to http, and to a non-ASCII path", async (t) => {
    const end = await serve(t, ({ url }, response) => response.end(url));
    const location = Buffer.from(`//docs.test:${end.port}/größe`).toString("latin1");
    const middle = await serve(t, redirect(location));
    const trusted = getCACertificates("default");
    t.after(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([testCertificate.cert]);
    const start = await serveTls(t, redirect(`http://127.0.0.1:${middle.port}/`));
    const network = networkOf({ "docs.test": ["127.0.0.1"] });
    const { text } = await fetchText(`https://docs.test:${start.port}`, fetchOptions, network);
    assert.equal(text, "/gr%C3%B6%C3%9Fe");
  });

  test("to another site is followed without the caller's secret headers", async (t) => {
    const seen: unknown[] = [];
    const end = await serve(t, ({ headers }, response) => {
      seen.push(headers["x-key"], headers.authorization, headers.accept);
      response.end();
    });
    const start = await serve(t, (request, response) => {
      seen.push(request.headers["x-key"]);
      redirect(request.url === "/" ? "/again" : end.url)(request, response);
    });
    await fetchText(start.url, {
      ...fetchOptions,
      headers: { "X-Key": "k", Authorization: "a", Accept: "text/html" },
    });
    assert.deepEqual(seen, ["k", "k", undefined, undefined, "text/html"]);
  });

  test("to a private network is refused, by name and by address, without connecting", async (t) => {
    const inside = await serve(t, hello);
    const network = networkOf({ "inside.test": ["127.0.0.2"] });
    for (const [host, message] of [
      ["127.0.0.2", /^the redirect target is in a private network$/],
      ["[::1]", /^the redirect target is in a private network$/],
      ["0x7f.2", /^the redirect target is in a private network$/],
      ["inside.test", /^the redirect target resolves to a private network$/],
    ] as const) {
      const first = await serve(t, redirect(`http://${host}:${inside.port}/`));
      const second = await serve(t, redirect(first.url));
      for (const { url } of [first, second]) await assertFetchFails(url, "refused", message, { network });
      await first.allClosed();
    }
    assert.equal(inside.connections(), 0);
  });

  test("to the same name is resolved and checked again", async (t) => {
    const site = await serve(t, redirect("/again"));
    const addresses = ["127.0.0.1", "127.0.0.2"];
    const network: Network = {
      ...networkOf(),
      lookup: async () => [{ address: addresses.shift() ?? "127.0.0.1", family: 4 }],
    };
    await assertFetchFails(`http://docs.test:${site.port}`, "refused", /resolves to a private network/, {
      network,
    });
    assert.equal(site.connections(), 1);
  });

  test("to a URL that is not http or https is refused", async (t) => {
    for (const location of ["ftp://docs.test/", "file:///etc/passwd", "http://", "data:,x"]) {
      const site = await serve(t, redirect(location));
      await assertFetchFails(site.url, "refused", /^the redirect target is not a well-formed http/);
    }
    const site = await serve(t, redirect("http://ann:secret@docs.test/"));
    await assertFetchFails(site.url, "refused", /^the redirect target must not contain/);
  });

  test("loop ends after five redirects, or the given maximum", async (t) => {
    const site = await serve(t, redirect("/"));
    await assertFetchFails(site.url, "redirects", /^redirects more than 5 times$/);
    assert.equal(site.connections(), 6);
    await assertFetchFails(site.url, "redirects", /more than 0 times/, {
      options: { ...fetchOptions, maxRedirects: 0 },
    });
    assert.equal(site.connections(), 7);
    await site.allClosed();
  });

  test("without a Location header is an error status", async (t) => {
    const site = await serve(t, (_request, response) => response.writeHead(302).end());
    await assertFetchFails(site.url, "status", /^returned status 302$/);
  });
});
