import assert from "node:assert/strict";
import type { RequestListener, ServerResponse } from "node:http";
import { describe, type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { type LocalSite, networkOf, serve, serveRaw } from "../../test/support/local-site.ts";
import type { ProcessErrorCode } from "../storage/database/index.ts";
import { createFileFetcher, limits } from "./fetch-files.ts";
import { SpecError } from "./read-document.ts";
import { collectFiles, type ParsedFile, parseFiles, type SpecSource } from "./read-spec.ts";

const few = { ...limits, bytes: 100_000, milliseconds: 300 };
/** For what takes no longer than it has to. */
const patient = { ...few, milliseconds: 10_000 };

const network = networkOf({ "public.test": ["127.0.0.1"], "inside.test": ["127.0.0.2"] });

async function read(source: SpecSource, most = patient, on = network): Promise<ParsedFile[]> {
  return parseFiles(await collectFiles(source, createFileFetcher({ allowPrivateNetwork: false }, on, most)));
}

const collect = (url: string, most = patient) => read({ url }, most);
const collectText = (text: string | Uint8Array) => read({ text: Buffer.from(text) });

async function fails(work: Promise<unknown>, code: ProcessErrorCode, ...parts: string[]): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof SpecError, String(error));
    assert.equal(error.code, code, error.message);
    for (const part of parts) assert.ok(error.message.includes(part), `${error.message} has no ${part}`);
    return true;
  });
}

const failsToRead = (text: string | Uint8Array, ...parts: string[]) =>
  fails(collectText(text), "PARSE_ERROR", "The text", ...parts);

const spec = (paths: object = {}) => JSON.stringify({ openapi: "3.1.0", paths });
const referringTo = (...refs: string[]) =>
  spec(Object.fromEntries(refs.map(($ref, i) => [`/${i}`, { $ref }])));
const numbered = (count: number, name: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => name(i));

/** Shows a spec at `/`, and answers in this way to all else. */
function serveBelow(t: TestContext, entry: string, answer: RequestListener): Promise<LocalSite> {
  return serve(t, (request, response) => {
    if (request.url === "/") response.end(entry);
    else answer(request, response);
  });
}

describe("the time limit of a source", () => {
  const cases: Record<string, (response: ServerResponse) => void> = {
    "says nothing": () => {},
    "stops in the body": (response) => response.write("openapi: 3.1.0\n"),
    trickles: (response) => {
      const timer = setInterval(() => response.write("#"), 10);
      response.on("close", () => clearInterval(timer));
    },
  };

  for (const [name, answer] of Object.entries(cases))
    test(`ends when its site ${name}, whether for the first file or for another`, async (t) => {
      const site = await serveBelow(t, referringTo("/other.yaml"), (_request, response) => answer(response));
      for (const path of ["/other.yaml", "/"])
        await fails(
          collect(site.url + path, few),
          "FETCH_TIMEOUT",
          `${site.url}/other.yaml: could not be read within 0.3 s`,
        );
      await site.allClosed();
    });

  test("applies to all its files together", async (t) => {
    const site = await serve(t, ({ url }, response) => {
      const number = Number(url?.slice(1));
      setTimeout(() => response.end(referringTo(`/${number + 1}`)), 50);
    });
    await fails(collect(`${site.url}/0`, few), "FETCH_TIMEOUT", `${site.url}/`, "within 0.3 s");
    await site.allClosed();
  });

  test("applies when a name is never resolved", async () => {
    const deaf = { ...network, lookup: () => new Promise<never>(() => {}) };
    const url = "http://public.test/a";
    await fails(read({ url }, few, deaf), "FETCH_TIMEOUT", `${url}: could not be read within 0.3 s`);
  });

  test("is not waited for when another file has failed", async (t) => {
    const site = await serveBelow(t, referringTo("/missing", "/silent"), ({ url }, response) => {
      if (url === "/missing") response.writeHead(404).end();
    });
    await fails(collect(site.url), "FETCH_ERROR", `${site.url}/missing`, "status 404");
    await site.allClosed();
  });
});

describe("the size of a source", () => {
  const large = Buffer.alloc(few.bytes + 1, " ");

  test("is limited, with and without Content-Length", async (t) => {
    const site = await serve(t, ({ url }, response) => {
      if (url === "/chunked") response.write(large);
      response.end(url === "/chunked" ? "" : large);
    });
    for (const path of ["/", "/chunked"])
      await fails(collect(site.url + path), "FETCH_ERROR", `${site.url}${path}: is larger than 100 KB`);
    await site.allClosed();
  });

  test("is limited for an endless response", async (t) => {
    let sent = 0;
    const site = await serve(t, (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(large)) sent += large.length;
      };
      response.on("drain", more);
      more();
    });
    await fails(collect(site.url), "FETCH_ERROR", `${site.url}: is larger than 100 KB`);
    await site.allClosed();
    assert.ok(sent < 100 * 1024 * 1024, String(sent));
  });

  test("applies to all its files together", async (t) => {
    const size = Math.floor(few.bytes / 4);
    const site = await serveBelow(t, referringTo("/a", "/b", "/c", "/d"), (_request, response) =>
      response.end(`{}${" ".repeat(size)}`),
    );
    await fails(collect(site.url), "FETCH_ERROR", `${site.url}/`, "larger than");
    await site.allClosed();
  });

  test("is checked against Content-Length", async (t) => {
    const answering = (length: number) =>
      serveRaw(t, (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${spec()}`));
    const long = await answering(spec().length + 1);
    await fails(collect(long.url), "FETCH_ERROR", `${long.url}: ended in the middle`);
    const short = await answering(spec().length - 1);
    await fails(collect(short.url), "PARSE_ERROR", `${short.url} is neither JSON nor YAML`);
    const gigantic = await answering(100 * 1024 * 1024);
    await fails(collect(gigantic.url), "FETCH_ERROR", `${gigantic.url}: is larger than`);
    await collect((await answering(spec().length)).url);
  });
});

describe("the redirects of a source", () => {
  const redirecting = (t: TestContext, to: (number: number) => string | undefined) =>
    serve(t, ({ url }, response) => {
      const location = to(Number(url?.slice(1)));
      if (location === undefined) response.end(spec());
      else response.writeHead(302, { location }).end();
    });

  test("are ten at most, for each file", async (t) => {
    const site = await redirecting(t, (number) => (number === 0 ? undefined : `/${number - 1}`));
    const [entry] = await collect(`${site.url}/10`);
    assert.equal(entry?.url, `${site.url}/0`);
    await fails(collect(`${site.url}/11`), "FETCH_ERROR", `${site.url}/11: redirects more than 10 times`);
    const several = await serve(t, (_request, response) =>
      response.end(referringTo(`${site.url}/10`, `${site.url}/9`)),
    );
    assert.equal((await collect(several.url)).length, 3);
  });

  test("may not form a cycle", async (t) => {
    const site = await redirecting(t, (number) => `/${1 - number}`);
    await fails(collect(`${site.url}/0`), "FETCH_ERROR", `${site.url}/0: redirects more than 10 times`);
  });

  test("may not lead into a private network, and neither may references", async (t) => {
    const hidden = await serve(t, (_request, response) => response.end(spec()));
    const inside = [`http://127.0.0.2:${hidden.port}/`, `http://inside.test:${hidden.port}/`];
    for (const address of inside) {
      const site = await redirecting(t, (number) => (number === 1 ? address : undefined));
      await fails(collect(`${site.url}/1`), "FETCH_ERROR", `${site.url}/1: `, "a private network");
      const entry = referringTo(`${site.url}/1`);
      await fails(collectText(entry), "FETCH_ERROR", `${site.url}/1: `, "a private network");
      await fails(collectText(referringTo(address)), "FETCH_ERROR", `${address}: `, "a private network");
    }
    assert.equal(hidden.connections(), 0);
    assert.equal((await collect(`http://public.test:${hidden.port}/`)).length, 1);
  });

  test("and references may not lead to files of the server", async () => {
    for (const address of ["file:///etc/passwd", "data:application/json,%7B%7D", "ftp://public.test/a"])
      await fails(collectText(referringTo(address)), "FETCH_ERROR", address);
  });
});

describe("the files of a source", () => {
  test("are limited to 200", async (t) => {
    const withFiles = (count: number) =>
      serveBelow(t, referringTo(...numbered(count - 1, (i) => `/${i}`)), (_request, response) =>
        response.end("{}"),
      );
    assert.equal((await collect((await withFiles(200)).url)).length, 200);
    await fails(collect((await withFiles(201)).url), "FETCH_ERROR", "more than 200 files");
    const endless = await serve(t, ({ url }, response) => response.end(referringTo(`${url}x`)));
    await fails(collect(endless.url), "FETCH_ERROR", "more than 200 files");
    assert.equal(endless.connections(), 200);
  });

  test("must exist, be complete and be valid", async (t) => {
    const site = await serveBelow(t, spec(), ({ url }, response) => {
      const status = Number(url?.slice(1));
      if (status === 200) response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(spec()));
      else response.writeHead(status).end(status === 204 ? undefined : spec());
    });
    for (const status of [204, 206, 401, 500])
      await fails(collect(`${site.url}/${status}`), "FETCH_ERROR", `/${status}: returned status ${status}`);
    await fails(collect(`${site.url}/200`), "FETCH_ERROR", `${site.url}/200: `, "compressed");
    const resets = await serveRaw(t, (socket) => socket.resetAndDestroy());
    await fails(collect(resets.url), "FETCH_ERROR", `${resets.url}: could not be reached`);
  });

  test("may have any names", async (t) => {
    const names = ["__proto__", "constructor", "toString", "%00", "%ff", "..%2f..%2fetc%2fpasswd"];
    const site = await serveBelow(t, referringTo(...names), ({ url }, response) =>
      response.end(JSON.stringify({ url })),
    );
    const files = await collect(site.url);
    assert.equal(new Set(files.map(({ name }) => name)).size, names.length + 1);
    assert.deepEqual(
      files.slice(1).map(({ document }) => document),
      names.map((name) => ({ url: `/${name}` })),
    );
    for (const name of ["__proto__", "constructor"])
      await fails(collect(`${site.url}/${name}`), "PARSE_ERROR", `${name} is not an OpenAPI document`);
  });
});

describe("a text", () => {
  const head = "openapi: 3.1.0\npaths: {}\n";

  test("in YAML may not expand to a huge document", async () => {
    const laughs = numbered(30, (i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`)}]\n`).join("");
    await failsToRead(`${head}a0: &a0 [x]\n${laughs}`, "too large");
    const scalar = `a: &a ${"x".repeat(100_000)}\nb: [${"*a,".repeat(1000)}]\n`;
    await failsToRead(head + scalar, "too large");
    const merged = `a: &a {${numbered(1001, (i) => `k${i}: 1`)}}\nb: [${"{<<: *a},".repeat(1000)}]\n`;
    await failsToRead(head + merged, "merge keys");
  });

  test("in YAML may not contain itself", async () => {
    await failsToRead(`${head}a: &a [*a]\n`);
    await failsToRead(`${head}a: &a {b: {c: *a}}\n`);
  });

  test("may not be nested too deeply in JSON, YAML or through aliases", async () => {
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
      await failsToRead(text);
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
    await failsToRead(`${head}a: \0\n`);
    await failsToRead(Buffer.from(head, "utf16le"));
    await failsToRead(new Uint8Array(1000));
    await failsToRead("");
    const [entry] = await collectText(Buffer.from(`{"openapi":"3.1.0","paths":{},"x":"\xff"}`, "latin1"));
    assert.deepEqual(entry?.document, { openapi: "3.1.0", paths: {}, x: "\ufffd" });
  });
});
