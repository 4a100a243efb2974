import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countValues, dimensionIds, keyOf, readFilters, toEventFilter } from "./dimensions.ts";

describe("the dimensions of insights", () => {
  test("are in the address as the API filters by them", () => {
    const examples = {
      page: { space: "s", page: "p" },
      link: { kind: "url", url: "https://x.example/?a=b" },
    };
    for (const id of dimensionIds.filter((id) => id !== "country")) {
      const value: unknown = Reflect.get(examples, id) ?? "text";
      const query = new URLSearchParams({ [id]: keyOf(id, value) });
      const filters = readFilters(new URLSearchParams(`${query}&other=1`));
      assert.deepEqual(filters.map((filter) => toEventFilter(filter))[0]?.values, [value], id);
    }
    assert.deepEqual(readFilters(new URLSearchParams("page=")), []);
    // A country stands for all of its languages that occur.
    const languages = ["de-AT", "de-DE", null, "en-AT", "de"];
    const ofCountry = (key: string) => toEventFilter({ id: "country", key }, languages);
    assert.deepEqual(ofCountry("AT"), { column: "visitorLanguage", values: ["de-AT", "en-AT"] });
    assert.deepEqual(ofCountry("(none)").values, [null, "de"]);
    assert.deepEqual(ofCountry("FR").values, []);
    const none = readFilters(new URLSearchParams("referrer=(none)&language=(none)")).map((filter) =>
      toEventFilter(filter),
    );
    assert.deepEqual(none, [
      { column: "visitorLanguage", values: [null] },
      { column: "referrerDomain", values: [""] },
    ]);
  });

  test("add up to the total", () => {
    const rows = [
      ["de-AT", 5],
      ["de-DE", 3],
      ["en-AT", 2],
      ["fr", 1],
      [null, 1],
      ["not a language", 1],
    ];
    const values = [
      { key: "AT", count: 7 },
      { key: "DE", count: 3 },
      { key: "(none)", count: 3 },
    ];
    assert.deepEqual(countValues("country", rows, 20, 1_000), { values, rest: 0, total: 13 });
    // A full reply has only the most frequent values.
    assert.deepEqual(countValues("country", rows, 20, 6), { values, rest: 7, total: 20 });
  });
});
