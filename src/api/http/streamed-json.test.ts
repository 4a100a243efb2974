import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { bodyOf, jsonArray, jsonString, StreamedJson } from "./streamed-json.ts";

async function textOf(value: unknown): Promise<string> {
  const body = bodyOf(new StreamedJson(value));
  return typeof body === "string" ? body : (await body.toArray()).join("");
}

const item = (i: number) => ({
  id: i,
  text: `"${i}"\u2028`,
  none: undefined,
  inner: [null, { a: [], b: {} }],
});

describe("a reply in pieces", () => {
  test("is the JSON of its value, and a string if it is short", async () => {
    const list = Array.from({ length: 5000 }, (_, i) => item(i));
    const nested = list.slice(0, 300).reduce<unknown>((inner, outer) => ({ ...outer, inner }), list);
    const values = [
      null,
      1,
      "a",
      [],
      {},
      [undefined, 1],
      { a: undefined },
      { a: undefined, b: list, c: 1 },
      nested,
    ];
    for (const value of [...values, list, { "a\n": list, b: { ...list } }])
      assert.equal(await textOf(value), JSON.stringify(value));
    assert.equal(typeof bodyOf(new StreamedJson({ list: list.slice(0, 600) })), "string");
    assert.ok(bodyOf(new StreamedJson(list)) instanceof Readable);
  });

  test("takes a part of the value from a generator", async () => {
    const numbers = { items: jsonArray([item(1), jsonArray([]), jsonArray([2, [3]])]), last: true };
    assert.deepEqual(JSON.parse(await textOf(numbers)), {
      items: [JSON.parse(JSON.stringify(item(1))), [], [2, [3]]],
      last: true,
    });
  });

  test("is a stream if it has a long text, whose pairs of surrogates stay together", async () => {
    for (const text of ["", "a", `x${'😀"\n'.repeat(100_000)}`]) {
      assert.deepEqual(JSON.parse(await textOf({ text: jsonString(text) })), { text });
      assert.deepEqual(JSON.parse(await textOf({ text: jsonString(`y${text}`), last: 1 })), {
        text: `y${text}`,
        last: 1,
      });
    }
    assert.ok(bodyOf(new StreamedJson({ text: jsonString("a".repeat(1_000_000)) })) instanceof Readable);
  });

  test("is created no faster than it is received, and no further after a disconnection", async () => {
    let created = 0;
    function* items() {
      for (; created < 1000; created++) yield "x".repeat(10_000);
    }
    const body = bodyOf(new StreamedJson(jsonArray(items())));
    assert.ok(body instanceof Readable);
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      assert.ok(chunk.length < 100_000);
      break;
    }
    for (let i = 0; i < 100; i++) await setImmediate();
    assert.ok(created < 50, `${created} items were created for one chunk`);
    body.destroy();
    const before = created;
    for (let i = 0; i < 100; i++) await setImmediate();
    assert.equal(created, before);
  });
});
