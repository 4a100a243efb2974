import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { dereference, type Filesystem } from "@scalar/openapi-parser";
import { describeOnEachDatabase } from "../support/app.ts";
import { specsOf } from "../support/openapi.ts";
import { listen } from "../support/server.ts";
import { danglingReferences, unescapeKey } from "./dangling-references.ts";
import { broken, type Expectation } from "./expectation.ts";
import { openapi3 } from "./openapi-3.ts";
import { swagger2 } from "./swagger-2.ts";

type Files = Record<string, unknown>;

const folder = new URL("specs/", import.meta.url);
const valid = { ...openapi3, ...swagger2 };
const paths = Object.keys({ ...valid, ...broken });

/** Serves the folder, with a redirect from the latest release to 2.4. */
const server = createServer(({ url = "" }, response) => {
  const current = url.replace("/latest/", "/2.4/");
  const text = current === url ? readSpec(url.slice(1)) : undefined;
  if (current !== url) response.writeHead(302, { location: current });
  else response.statusCode = text === undefined ? 404 : 200;
  response.end(text);
});

function readSpec(path: string): string | undefined {
  const { pathname } = new URL(path.replace("/latest/", "/2.4/"), folder);
  try {
    return readFileSync(new URL(pathname, folder), "utf8");
  } catch {
    return undefined;
  }
}

function slugOf(path: string, kind: "url" | "text"): string {
  return `${path.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${kind}`;
}

describeOnEachDatabase("OpenAPI specifications", (suite) => {
  const { put, read, process } = specsOf(suite);

  // All specs are processed first, by URL and as text; the tests check the results.
  before(async () => {
    const base = await listen(server);
    for (const path of paths) {
      await put(slugOf(path, "url"), { url: `${base}/${path}` });
      const text = readSpec(path);
      if (text) await put(slugOf(path, "text"), { text });
    }
    await process();
  });
  after(() => server.close());

  async function resultOf(path: string, kind: "url" | "text") {
    const slug = slugOf(path, kind);
    const spec = await read(slug);
    assert.equal(spec.processingState, "complete");
    const { code, message } = spec.lastProcessedErrors?.[0] ?? {};
    assert.equal(spec.lastProcessErrorCode, code);
    assert.equal(spec.lastVersion === undefined, code !== undefined);
    const content = code ? undefined : await read(slug, "/versions/latest/content");
    if (content !== undefined) assertList(content);
    return { code, message, filesystem: (content?.documents ?? {}) as Files };
  }

  for (const [path, expectation] of Object.entries(valid)) {
    test(`${path} is read`, async () => {
      const { code, message, filesystem } = await resultOf(path, "url");
      assert.equal(code, undefined, message);
      assertFiles(filesystem, expectation);
      const asText = await resultOf(path, "text");
      if (expectation.files.length > 1) {
        // A text has no URL, so relative references cannot be resolved.
        assert.equal(asText.code, "PARSE_ERROR");
        assert.match(asText.message, /absolute URLs/);
      } else {
        assert.match(Object.keys(asText.filesystem).join(), /^openapi\.(json|yaml)$/);
        assert.deepEqual(Object.values(asText.filesystem), Object.values(filesystem));
      }
    });
  }

  for (const [path, { error, message }] of Object.entries(broken)) {
    test(`${path} is refused`, async () => {
      const refused = await resultOf(path, "url");
      assert.equal(refused.code, error);
      assert.match(refused.message, message);
      if (readSpec(path)) assert.equal((await resultOf(path, "text")).code, "PARSE_ERROR");
    });
  }
});

/** Asserts that a renderer can resolve the same references in the list of files as in the documents. */
function assertList({ filesystem, documents }: { filesystem: Filesystem; documents: Files }): void {
  assert.deepEqual(
    filesystem.map(({ filename }) => filename),
    Object.keys(documents),
  );
  assert.deepEqual(
    filesystem.map(({ isEntrypoint }) => isEntrypoint),
    filesystem.map((_, i) => i === 0),
  );
  const { errors = [] } = dereference(filesystem);
  const missing = errors.filter(({ code }) => code === "EXTERNAL_REFERENCE_NOT_FOUND");
  const dangling = danglingReferences(documents).map((ref) => ref.split("#")[0] ?? "");
  // The parser does not resolve references by the ids of schemas.
  const ids = Array.from(JSON.stringify(documents).matchAll(/"\$id":"([^"#]+)/g), ([, id = ""]) => id);
  for (const { message } of missing) {
    const ref = message.slice(message.indexOf(": ") + 2);
    assert.ok(
      [...dangling, ...ids].some((target) => target.endsWith(ref)),
      message,
    );
  }
}

function assertFiles(filesystem: Files, { files, values, dangling = [] }: Expectation): void {
  const [entry = "", ...others] = Object.keys(filesystem);
  const [main, ...rest] = files;
  assert.deepEqual([entry, ...others.sort()], [main, ...rest.sort()]);
  const actual = Object.keys(values).map((location) => [location, findValue(filesystem, entry, location)]);
  assert.deepEqual(Object.fromEntries(actual), values);
  assert.deepEqual(danglingReferences(filesystem).sort(), dangling.toSorted());
}

/** The value at a location: a file name and a JSON pointer. */
function findValue(filesystem: Files, entry: string, location: string): unknown {
  const [name, pointer = ""] = location.split(/#(.*)/);
  let value = filesystem[name || entry];
  for (const key of pointer.split("/").slice(1).map(unescapeKey)) value = (value as Files | undefined)?.[key];
  return value;
}
