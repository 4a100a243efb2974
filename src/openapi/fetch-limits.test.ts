import assert from "node:assert/strict";
import type { RequestListener, ServerResponse } from "node:http";
import { describe, type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { type LocalSite, networkOf, serve, serveRaw } from "../../test/support/local-site.ts";
import type { ProcessErrorCode } from "../storage/database/index.ts";
import { createFileFetcher, limits } from "./fetch-files.ts";
import { SpecError } from "./read-document.ts";
import { collectFiles, type ParsedFile, parseFiles, type SpecSource } from "./read-spec.ts";

const smallLimits = { ...limits, bytes: 100_000, milliseconds: 300 };
/** Limits for requests that must not time out. */
const longLimits = { ...smallLimits, milliseconds: 10_000 };

const network = networkOf({ "public.test": ["127.0.0.1"], "inside.test": ["127.0.0.2"] });

async function read(source: SpecSource, limits = longLimits, on = network): Promise<ParsedFile[]> {
  return parseFiles(
    await collectFiles(source, createFileFetcher({ allowPrivateNetwork: false }, on, limits)),
  );
}

const collect = (url: string, limits = longLimits) => read({ url }, limits);
const collectText = (text: string | Uint8Array) => read({ text: Buffer.from(text) });

async function assertFails(
  work: Promise<unknown>,
  code: ProcessErrorCode,
  ...parts: string[]
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof SpecError, String(error));
    assert.equal(error.code, code, error.message);
    for (const part of parts)
      assert.ok(error.message.includes(part), `${error.message} does not contain ${part}`);
    return true;
  });
}

const assertUnreadable = (text: string | Uint8Array, ...parts: string[]) =>
  assertFails(collectText(text), "PARSE_ERROR", "The text", ...parts);

const spec = (paths: object = {}) => JSON.stringify({ openapi: "3.1.0", paths });
const referringTo = (...refs: string[]) =>
  spec(Object.fromEntries(refs.map(($ref, i) => [`/${i}`, { $ref }])));
const numbered = (count: number, name: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => name(i));

/** Serves a spec at `/`, and handles all other requests with the listener. */
function serveWithEntry(t: TestContext, entry: string, listener: RequestListener): Promise<LocalSite> {
  return serve(t, (request, response) => {
    if (request.url === "/") response.end(entry);
    else listener(request, response);
  });
}

describe("the time limit of a source", () => {
  const cases: Record<string, (response: ServerResponse) => void> = {
    "does not respond": () => {},
    "stops in the middle of the body": (response) => response.write("openapi: 3.1.0\n"),
    "sends the body slowly": (response) => {
      const timer = setInterval(() => response.write("#"), 10);
      response.on("close", () => clearInterval(timer));
    },
  };

  for (const [name, answer] of Object.entries(cases))
    test(`applies when the server ${name}, for the entry and for other files`, async (t) => {
      const site = await serveWithEntry(t, referringTo("/other.yaml"), (_request, response) =>
        answer(response),
      );
      for (const path of ["/other.yaml", "/"])
        await assertFails(
          collect(site.url + path, smallLimits),
          "FETCH_TIMEOUT",
          `${site.url}/other.yaml: could not be read within 0.3 s`,
        );
      await site.allClosed();
    });

  test("applies to all files together", async (t) => {
    const site = await serve(t, ({ url }, response) => {
      const number = Number(url?.slice(1));
      setTimeout(() => response.end(referringTo(`/${number + 1}`)), 50);
    });
    await assertFails(collect(`${site.url}/0`, smallLimits), "FETCH_TIMEOUT", `${site.url}/`, "within 0.3 s");
    await site.allClosed();
  });

  test("applies when a name is never resolved", async () => {
    const unresolving = { ...network, lookup: () => new Promise<never>(() => {}) };
    const url = "http://public.test/a";
    await assertFails(
      read({ url }, smallLimits, unresolving),
      "FETCH_TIMEOUT",
      `${url}: could not be read within 0.3 s`,
    );
  });

  test("does not delay the failure of another file", async (t) => {
    const site = await serveWithEntry(t, referringTo("/missing", "/silent"), ({ url }, response) => {
      if (url === "/missing") response.writeHead(404).end();
    });
    await assertFails(collect(site.url), "FETCH_ERROR", `${site.url}/missing`, "status 404");
    await site.allClosed();
  });
});

describe("the size of a source", () => {
  const large = Buffer.alloc(smallLimits.bytes + 1, " ");

  test("is limited, with and without Content-Length", async (t) => {
    const site = await serve(t, ({ url }, response) => {
      if (url === "/chunked") response.write(large);
      response.end(url === "/chunked" ? "" : large);
    });
    for (const path of ["/", "/chunked"])
      await assertFails(collect(site.url + path), "FETCH_ERROR", `${site.url}${path}: is larger than 100 KB`);
    await site.allClosed();
  });

  test("is limited for an endless response", async (t) => {
    let sentBytes = 0;
    const site = await serve(t, (_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(large)) sentBytes += large.length;
      };
      response.on("drain", write);
      write();
    });
    await assertFails(collect(site.url), "FETCH_ERROR", `${site.url}: is larger than 100 KB`);
    await site.allClosed();
    assert.ok(sentBytes < 100 * 1024 * 1024, String(sentBytes));
  });

  test("applies to all files together", async (t) => {
    const size = Math.floor(smallLimits.bytes / 4);
    const site = await serveWithEntry(t, referringTo("/a", "/b", "/c", "/d"), (_request, response) =>
      response.end(`{}${" ".repeat(size)}`),
    );
    await assertFails(collect(site.url), "FETCH_ERROR", `${site.url}/`, "larger than");
    await site.allClosed();
  });

  test("is checked against Content-Length", async (t) => {
    const serveLength = (length: number) =>
      serveRaw(t, (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${spec()}`));
    const long = await serveLength(spec().length + 1);
    await assertFails(collect(long.url), "FETCH_ERROR", `${long.url}: ended in the middle`);
    const short = await serveLength(spec().length - 1);
    await assertFails(collect(short.url), "PARSE_ERROR", `${short.url} is neither JSON nor YAML`);
    const gigantic = await serveLength(100 * 1024 * 1024);
    await assertFails(collect(gigantic.url), "FETCH_ERROR", `${gigantic.url}: is larger than`);
    await collect((await serveLength(spec().length)).url);
  });
});

describe("the redirects of a source", () => {
  const redirecting = (t: TestContext, to: (number: number) => string | undefined) =>
    serve(t, ({ url }, response) => {
      const location = to(Number(url?.slice(1)));
      if (location === undefined) response.end(spec());
      else response.writeHead(302, { location }).end();
    });

  test("are limited to ten for each file", async (t) => {
    const site = await redirecting(t, (number) => (number === 0 ? undefined : `/${number - 1}`));
    const [entry] = await collect(`${site.url}/10`);
    assert.equal(entry?.url, `${site.url}/0`);
    await assertFails(
      collect(`${site.url}/11`),
      "FETCH_ERROR",
      `${site.url}/11: redirects more than 10 times`,
    );
    const several = await serve(t, (_request, response) =>
      response.end(referringTo(`${site.url}/10`, `${site.url}/9`)),
    );
    assert.equal((await collect(several.url)).length, 3);
  });

  test("must not form a cycle", async (t) => {
    const site = await redirecting(t, (number) => `/${1 - number}`);
    await assertFails(collect(`${site.url}/0`), "FETCH_ERROR", `${site.url}/0: redirects more than 10 times`);
  });

  test("must not lead into a private network, nor may references", async (t) => {
    const hidden = await serve(t, (_request, response) => response.end(spec()));
    const inside = [`http://127.0.0.2:${hidden.port}/`, `http://inside.test:${hidden.port}/`];
    for (const url of inside) {
      const site = await redirecting(t, (number) => (number === 1 ? url : undefined));
      await assertFails(collect(`${site.url}/1`), "FETCH_ERROR", `${site.url}/1: `, "a private network");
      const entry = referringTo(`${site.url}/1`);
      await assertFails(collectText(entry), "FETCH_ERROR", `${site.url}/1: `, "a private network");
      await assertFails(collectText(referringTo(url)), "FETCH_ERROR", `${url}: `, "a private network");
    }
    assert.equal(hidden.connections(), 0);
    assert.equal((await collect(`http://public.test:${hidden.port}/`)).length, 1);
  });

  test("must not lead to files of the server, nor may references", async () => {
    for (const url of ["file:///etc/passwd", "data:application/json,%7B%7D", "ftp://public.test/a"])
      await assertFails(collectText(referringTo(url)), "FETCH_ERROR", url);
  });
});

describe("the files of a source", () => {
  test("are limited to 200", async (t) => {
    const withFiles = (count: number) =>
      serveWithEntry(t, referringTo(...numbered(count - 1, (i) => `/${i}`)), (_request, response) =>
        response.end("{}"),
      );
    assert.equal((await collect((await withFiles(200)).url)).length, 200);
    await assertFails(collect((await withFiles(201)).url), "FETCH_ERROR", "more than 200 files");
    const endless = await serve(t, ({ url }, response) => response.end(referringTo(`${url}x`)));
    await assertFails(collect(endless.url), "FETCH_ERROR", "more than 200 files");
    assert.equal(endless.connections(), 200);
  });

  test("must exist, be complete and be uncompressed", async (t) => {
    const site = await serveWithEntry(t, spec(), ({ url }, response) => {
      const status = Number(url?.slice(1));
      if (status === 200) response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(spec()));
      else response.writeHead(status).end(status === 204 ? undefined : spec());
    });
    for (const status of [204, 206, 401, 500])
      await assertFails(
        collect(`${site.url}/${status}`),
        "FETCH_ERROR",
        `/${status}: returned status ${status}`,
      );
    await assertFails(collect(`${site.url}/200`), "FETCH_ERROR", `${site.url}/200: `, "compressed");
    const resets = await serveRaw(t, (socket) => socket.resetAndDestroy());
    await assertFails(collect(resets.url), "FETCH_ERROR", `${resets.url}: could not be reached`);
  });

  test("can have any names", async (t) => {
    const names = ["__proto__", "constructor", "toString", "%00", "%ff", "..%2f..%2fetc%2fpasswd"];
    const site = await serveWithEntry(t, referringTo(...names), ({ url }, response) =>
      response.end(JSON.stringify({ url })),
    );
    const files = await collect(site.url);
    assert.equal(new Set(files.map(({ name }) => name)).size, names.length + 1);
    assert.deepEqual(
      files.slice(1).map(({ document }) => document),
      names.map((name) => ({ url: `/${name}` })),
    );
    for (const name of ["__proto__", "constructor"])
      await assertFails(collect(`${site.url}/${name}`), "PARSE_ERROR", `${name} is not an OpenAPI document`);
  });
});

describe("a text", () => {
  const head = "openapi: 3.1.0\npaths: {}\n";

  test("must not expand to a huge document in YAML", async () => {
    const laughs = numbered(30, (i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`)}]\n`).join("");
    await assertUnreadable(`${head}a0: &a0 [x]\n${laughs}`, "too large");
    const scalar = `a: &a ${"x".repeat(100_000)}\nb: [${"*a,".repeat(1000)}]\n`;
    await assertUnreadable(head + scalar, "too large");
    const merged = `a: &a {${numbered(1001, (i) => `k${i}: 1`)}}\nb: [${"{<<: *a},".repeat(1000)}]\n`;
    await assertUnreadable(head + merged, "merge keys");
  });

  test("must not contain itself in YAML", async () => {
    await assertUnreadable(`${head}a: &a [*a]\n`);
    await assertUnreadable(`${head}a: &a {b: {c: *a}}\n`);
  });

  test("must not be nested too deeply in JSON, YAML or through aliases", async () => {
    const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
    const chain = numbered(300, (i) => `a${i + 1}: &a${i + 1} [*a${i}]\n`).join("");
    for (const text of [
      deep("[", "]"),
      `${deep('{"a":', "")}1${deep("", "}")}`,
      `${head}a: ${deep("[", "]")}`,
      `${head}a: ${deep("{a: ", "")}`,
      "- ".repeat(100_000),
      "? ".repeat(100_000),
      `${head}a0: &a0 []\n${chain}`,
    ])
      await assertUnreadable(text);
  });

  test("keeps names such as __proto__ without changing prototypes", async () => {
    const own = '"__proto__":{"hostile":1},"constructor":{"prototype":{"hostile":1}}';
    const json = `{"openapi":"3.1.0","paths":{},${own}}`;
    for (const text of [json, `${head}__proto__: {hostile: 1}\nconstructor: {prototype: {hostile: 1}}\n`]) {
      const [entry] = await collectText(text);
      assert.equal(JSON.stringify(entry?.document), json);
    }
    await collectText(`${head}a: &a {__proto__: {hostile: 1}}\nb: {<<: *a}\n`);
    await collectText(
      `{"swagger":"2.0","paths":{${own}},"definitions":{${own}},"parameters":{${own}},${own}}`,
    );
    assert.equal("hostile" in {}, false);
  });

  test("must be text", async () => {
    await assertUnreadable(`${head}a: \0\n`);
    await assertUnreadable(Buffer.from(head, "utf16le"));
    await assertUnreadable(new Uint8Array(1000));
    await assertUnreadable("");
    const [entry] = await collectText(Buffer.from(`{"openapi":"3.1.0","paths":{},"x":"\xff"}`, "latin1"));
    assert.deepEqual(entry?.document, { openapi: "3.1.0", paths: {}, x: "\ufffd" });
  });
});
