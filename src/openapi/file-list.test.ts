import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, test } from "node:test";
import fc from "fast-check";
import { listFiles } from "./file-list.ts";

async function listOf(documents: object, entry: string) {
  return JSON.parse(String(Buffer.concat(await listFiles(Buffer.from(JSON.stringify(documents)), entry))));
}

describe("the list of files", () => {
  test("has every document unchanged, whatever its strings contain", async () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom('"$ref":"a.json"', "{[", "]}", '\\"', "\\", ',"b":', "\u2028", "$ref"),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        ...[text, fc.integer(), fc.boolean(), fc.constant(null)],
        fc.array(tie("any"), { maxLength: 4 }),
        fc.dictionary(text, tie("any"), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).any;
    const names = fc.uniqueArray(text, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(names, fc.array(value, { minLength: 4, maxLength: 4 }), async (files, values) => {
        const documents = Object.fromEntries(files.map((name, i) => [`${name}.json`, { x: values[i] }]));
        const [entry = ""] = Object.keys(documents);
        const list: { filename: string; isEntrypoint: boolean; specification: unknown }[] = await listOf(
          documents,
          entry,
        );
        assert.deepEqual(
          Object.fromEntries(list.map(({ filename, specification }) => [filename, specification])),
          JSON.parse(JSON.stringify(documents)),
        );
        assert.deepEqual(
          list.map(({ isEntrypoint }) => isEntrypoint),
          list.map((_, i) => i === 0),
        );
      }),
    );
  });

  test("names the files that references lead to, and keeps all other references", async () => {
    const kept = ["#/a", "#", "unknown.json", "https://else.example/x.json#/a", "other.json#/a"];
    const rewritten = {
      "./other.json#/a": "other.json#/a",
      "./sub/../other.json": "other.json",
      ".\\other.json": "other.json",
      "./main.json#/a": "#/a",
      "sub/a%20b.json#/c~1d": "sub/a b.json#/c~1d",
    };
    const refs = [...kept, ...Object.keys(rewritten)];
    const documents = {
      "main.json": { refs: refs.map(($ref) => ({ $ref })), text: '{"$ref":"./other.json"}' },
      "other.json": { $ref: "https://remote.example/r/x.json" },
      "sub/a b.json": { up: { $ref: "../other.json" }, notText: { $ref: 5 } },
      "https://remote.example/r/x.json": { beside: { $ref: "y.json" } },
      "https://remote.example/r/y.json": {},
    };
    const list = await listOf(documents, "main.json");
    assert.deepEqual(list[0].specification, {
      refs: [...kept, ...Object.values(rewritten)].map(($ref) => ({ $ref })),
      text: documents["main.json"].text,
    });
    const references = list.map((file: { references: string[] }) => file.references);
    const [remote, beside] = ["https://remote.example/r/x.json", "https://remote.example/r/y.json"];
    assert.deepEqual(references, [["other.json", "sub/a b.json"], [remote], ["other.json"], [beside], []]);
    assert.deepEqual(list[3].specification, { beside: { $ref: beside } });
    assert.deepEqual(list[2].specification, { up: { $ref: "other.json" }, notText: { $ref: 5 } });
  });

  test("of a large spec is made without delaying other work", async () => {
    const schema = { type: "object", properties: { a: { $ref: "./other.json#/a" }, b: { $ref: "#/x" } } };
    const schemas = Object.fromEntries(Array.from({ length: 150_000 }, (_, i) => [`Schema${i}`, schema]));
    const text = Buffer.from(JSON.stringify({ "main.json": { schemas }, "other.json": { a: {} } }));
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const pieces = await listFiles(text, "main.json");
    delay.disable();
    assert.ok(delay.max / 1e6 < 200, `delayed for ${delay.max / 1e6} ms`);
    assert.ok(Buffer.concat(pieces).length > 10_000_000);
  });
});
