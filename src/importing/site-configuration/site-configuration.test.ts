import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { memoryFolder } from "../../../test/support/importing.ts";
import { readSiteConfiguration, spacesOf } from "./site-configuration.ts";

/** A configuration whose aliases repeat each list of children `count` times. */
function withAliases(count: number, leaf: string): string {
  const repeated = (name: string) => `[${Array(count).fill(`*${name}`).join(", ")}]`;
  return `leaf: &leaf ${leaf}
section: &section {type: section, title: S, children: ${repeated("leaf")}}
inner: &inner {type: section-group, title: I, children: ${repeated("section")}}
outer: &outer {type: section-group, title: O, children: ${repeated("inner")}}
site:
  structure: ${repeated("outer")}
`;
}

describe("a site configuration with aliases", () => {
  test("is read up to a limit of spaces", async () => {
    const leaf = "{type: space, title: A, content: {directory: a}}";
    const read = await readSiteConfiguration(memoryFolder({ "docs.yaml": withAliases(40, leaf) }));
    assert.ok(read !== undefined);
    assert.equal(spacesOf(read).length, 500);
    assert.equal(read.warnings.length, 101);
    assert.equal(read.warnings.at(-1), "docs.yaml: further entries are skipped");
  });

  test("has a limited number of short warnings", async () => {
    const leaf = `{type: ${"t".repeat(10_000)}, title: ${"x".repeat(10_000)}}`;
    const read = await readSiteConfiguration(memoryFolder({ "docs.yaml": withAliases(40, leaf) }));
    assert.ok(read !== undefined);
    assert.equal(read.warnings.length, 101);
    assert.ok(read.warnings.every((warning) => warning.length < 500));
  });

  test("is read without warnings if nothing is skipped", async () => {
    const leaf = "{type: space, title: A, content: {directory: a}}";
    const read = await readSiteConfiguration(memoryFolder({ "docs.yaml": withAliases(2, leaf) }));
    assert.ok(read !== undefined);
    assert.equal(spacesOf(read).length, 16);
    assert.deepEqual(read.warnings, []);
  });
});
