import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { referencedFiles } from "./document/index.ts";
import type { FileFetcher } from "./fetch-files.ts";
import { nameFiles } from "./file-names.ts";
import { readDocument, SpecError } from "./read-document.ts";
import { collectFiles, parseFiles } from "./read-spec.ts";

const bytes = (text: string) => Buffer.from(text);

/** A fetcher that serves only these files. */
const fetcherOf = (files: Readonly<Record<string, string>>): FileFetcher => ({
  fetch: async (url) => {
    const text = files[url];
    if (text === undefined) throw new SpecError("FETCH_ERROR", `${url}: was not found`);
    return { url, bytes: bytes(text) };
  },
  stop: () => {},
});

describe("a document", () => {
  test("is JSON or YAML, and an error contains the line", () => {
    const read = (text: string) => readDocument(bytes(text), "a");
    assert.partialDeepStrictEqual(read('\ufeff{"a": 1}'), { document: { a: 1 }, format: "json" });
    const yaml = "on: yes\ndate: 2026-01-02\n200: &x [1.0, ~]\nagain: *x\nmore: { <<: { b: 1 }, c: 2 }\n";
    assert.partialDeepStrictEqual(read(yaml), {
      document: { on: "yes", date: "2026-01-02", 200: [1, null], again: [1, null], more: { b: 1, c: 2 } },
      format: "yaml",
    });
    for (const [text, message] of [
      ['{"a": 1,\n "b": }}', /^a\.json is neither JSON nor YAML: .* in line 2$/],
      ["a: b\n c: d\n", /^a\.json is neither JSON nor YAML: .* in line 2$/],
      ["a: 1\n---\nb: 2\n", /^a\.json is neither/],
      ["a: &a [*a]", /^a\.json contains itself through an alias$/],
      [`${"[".repeat(300)}${"]".repeat(300)}`, /^a\.json is nested more than 200 levels deep$/],
    ] as const)
      assert.throws(() => readDocument(bytes(text), "a.json"), { code: "PARSE_ERROR", message });
  });

  test("can be long, but not through aliases", () => {
    const rows = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`);
    const bomb = ["a0: &a0 [x, x]", ...rows].join("\n");
    assert.throws(() => readDocument(bytes(bomb), "a"), /too large with all references expanded$/);
    const long = JSON.stringify(Array.from({ length: 1_000_000 }, () => 0));
    assert.ok(readDocument(bytes(long), "a"));
  });
});

describe("the references of a document", () => {
  test("are the distinct references to other files, without data that resembles a reference", () => {
    const document = {
      paths: { "/a": { $ref: "paths/a.yaml" }, "/b": { $ref: "paths/a.yaml#/b" } },
      components: {
        schemas: {
          own: { $ref: "#/components/schemas/other" },
          other: { $id: "https://example.com/other", items: { $ref: "https://example.com/other#/x" } },
          names: {
            properties: {
              $ref: { type: "string" },
              example: { $ref: "b.json" },
              default: { $ref: "c.json" },
            },
            example: { $ref: "not.json" },
            default: { $ref: "not.json" },
            enum: [{ $ref: "not.json" }],
            examples: [{ $ref: "not.json" }],
            description: { $ref: "not.md" },
            "x-samples": [{ $ref: "not.php" }],
          },
        },
        examples: { value: { $ref: "d.json" }, inline: { value: { $ref: "not.json" } } },
      },
    };
    assert.deepEqual(referencedFiles(document), ["paths/a.yaml", "b.json", "c.json", "d.json"]);
  });
});

describe("the names of files", () => {
  test("are their paths relative to the common folder", () => {
    const fileAt = (fileUrl: string) => ({ url: fileUrl, requestUrl: fileUrl, format: "json" as const });
    const at = (path: string) => `https://docs.test/${path}`;
    const names = (url: string | undefined, ...others: string[]) => [
      ...nameFiles([{ url, requestUrl: url, format: "json" }, ...others.map(fileAt)]).values(),
    ];
    assert.deepEqual(names(at("v1/api.yaml")), ["api.yaml"]);
    assert.deepEqual(names(at("v1/")), ["openapi.json"]);
    assert.deepEqual(names(at("")), ["openapi.json"]);
    assert.deepEqual(names(undefined, at("a.json")), ["openapi.json", at("a.json")]);
    assert.deepEqual(names(at("v1/api.yaml?token=x"), at("v1/a/b.json"), at("v1/c%20d.json")), [
      "api.yaml",
      "a/b.json",
      "c d.json",
    ]);
    assert.deepEqual(names(at("v1/api.yaml"), at("shared/a.json"), at("v10/b.json")), [
      "v1/api.yaml",
      "shared/a.json",
      "v10/b.json",
    ]);
    const others = ["https://other.test/a.json", at("v1/api.yaml"), at("v1/b.json?x"), at("v1/%ff.json")];
    assert.deepEqual(names(at("v1/api.yaml?main"), ...others), [
      "api.yaml",
      ...others.slice(0, 2),
      "b.json?x",
      "%ff.json",
    ]);
  });
});

describe("the files of a spec", () => {
  const main = "https://docs.test/api/main.yaml";
  const collect = async (files: Readonly<Record<string, string>>) =>
    parseFiles(await collectFiles({ url: main }, fetcherOf(files)));

  test("are all files that can be reached, including through cycles", async () => {
    const files = await collect({
      [main]: "openapi: 3.0.3\npaths: { /a: { $ref: 'a.yaml#/a' }, /b: { $ref: 'sub/b.json' } }",
      "https://docs.test/api/a.yaml": "a: { $ref: 'main.yaml#/paths/~1a' }",
      "https://docs.test/api/sub/b.json": '{"b": {"$ref": "../a.yaml"}, "c": {"$ref": "b.json#/b"}}',
      "https://docs.test/api/unused.json": "{}",
    });
    assert.deepEqual(
      files.map(({ name, format }) => [name, format]),
      [
        ["main.yaml", "yaml"],
        ["a.yaml", "yaml"],
        ["sub/b.json", "json"],
      ],
    );
    assert.match(JSON.stringify(files[0]?.document), /^\{"openapi":"3\.0\.3"/);
  });

  test("are upgraded from Swagger 2.0, with references to moved parts", async () => {
    const files = await collect({
      [main]: [
        "swagger: 2.0",
        "paths: { /a: { get: { responses: { 200: { schema: { $ref: '#/definitions/A' } } } } } }",
        "definitions: { A: { $ref: 'parts.yaml#/definitions/A' }, B: { type: string } }",
      ].join("\n"),
      "https://docs.test/api/parts.yaml":
        "definitions: { A: { items: { $ref: 'main.yaml#/definitions/B' } } }",
    });
    const [entry, parts] = files.map(({ document }) => document as Record<string, unknown>);
    assert.match(String(entry?.openapi), /^3\.1\./);
    assert.deepEqual(entry?.components, {
      schemas: { A: { $ref: "parts.yaml#/definitions/A" }, B: { type: "string" } },
    });
    assert.deepEqual(parts, { definitions: { A: { items: { $ref: "main.yaml#/components/schemas/B" } } } });
  });

  test("are rejected if one of them is missing or is not a spec", async () => {
    for (const [text, code, message] of [
      ["[]", "PARSE_ERROR", /it is not an object$/],
      ["hello", "PARSE_ERROR", /it is not an object$/],
      ["", "PARSE_ERROR", /main\.yaml is neither JSON nor YAML: .* the input is empty$/],
      ["a: b", "PARSE_ERROR", /it must have openapi: "3\.x\.y" or swagger: "2\.0"$/],
      ["openapi: 4.0.0\npaths: {}", "PARSE_ERROR", /it must have/],
      ["swagger: '1.2'\npaths: {}", "PARSE_ERROR", /it must have/],
      ["openapi: 3.1.0", "PARSE_ERROR", /describes nothing/],
      ["openapi: 3.1.0\npaths: [a]", "PARSE_ERROR", /paths must be an object$/],
      ["openapi: 3.1.0\npaths: { a: { $ref: 'b.json' } }", "FETCH_ERROR", /^https:.*b\.json: was not found$/],
    ] as const)
      await assert.rejects(collect({ [main]: text }), { code, message });
    const text = bytes("openapi: 3.1.0\npaths: { a: { $ref: 'b.json' } }");
    await assert.rejects(collectFiles({ text }, fetcherOf({})), {
      code: "PARSE_ERROR",
      message: /b\.json cannot be resolved/,
    });
  });
});
