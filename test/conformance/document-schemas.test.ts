import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { ValidateFunction } from "ajv";
import { documentOf } from "../../src/content/document/markdown.ts";
import {
  blockTypes,
  type Document,
  type Fragment,
  inlineTypes,
  isTextBlock,
  type Node,
} from "../../src/content/document/model/model.ts";
import { readMarkdown } from "../../src/content/document/read/read-markdown.ts";
import { frontMatterLength } from "../../src/content/markdown/front-matter.ts";
import { ajv, published } from "./published.ts";

/** The schema of each kind of node, by its type. */
const validators = new Map<string, ValidateFunction>();
for (const [name, { properties }] of Object.entries(published.components.schemas)) {
  if (!/^Document(?:Block|Inline)/.test(name)) continue;
  for (const type of properties?.type?.enum ?? [])
    validators.set(type, ajv.compile({ $ref: `api#/components/schemas/${name}` }));
}
const validateDocument = ajv.compile({ $ref: "api#/components/schemas/JSONDocument" });

const folder = new URL("../corpus/", import.meta.url).pathname;
const pages = globSync("*/*.md", { cwd: folder })
  .toSorted()
  .map((page) => ({ page, document: read(readFileSync(`${folder}${page}`, "utf8")) }));

function read(source: string): Document {
  return documentOf(readMarkdown(source.slice(frontMatterLength(source))));
}

type AnyNode = Node | Fragment;

function childrenOf(node: AnyNode | Document): readonly AnyNode[] {
  if (node.object === "text") return [];
  return [...(node.nodes ?? []), ...("fragments" in node ? (node.fragments ?? []) : [])];
}

/** All descendants, innermost first, so that the first failure is the node to look at. */
function* descendantsOf(node: AnyNode | Document): Generator<AnyNode> {
  for (const child of childrenOf(node)) {
    yield* descendantsOf(child);
    yield child;
  }
}

function forEachNode(check: (node: AnyNode, page: string) => void): void {
  for (const { page, document } of pages) for (const node of descendantsOf(document)) check(node, page);
}

describe("the document of every page", () => {
  test("matches the published schema, and so does every node", () => {
    forEachNode((node, page) => {
      if (node.object !== "block" && node.object !== "inline") return;
      const validate = validators.get(node.type);
      assert.ok(validate, `${node.type} is not published`);
      const problem = validate(node)
        ? ""
        : `${page}: ${JSON.stringify(node)}: ${ajv.errorsText(validate.errors)}`;
      assert.equal(problem, "");
    });
    for (const { page, document } of pages)
      assert.ok(validateDocument(document), `${page}: ${ajv.errorsText(validateDocument.errors)}`);
  });

  test("has the required fields on every node", () => {
    forEachNode((node, page) => {
      const context = `${page}: ${JSON.stringify(node)}`;
      if (node.object === "text") {
        assert.ok(node.leaves.length > 0, context);
        for (const leaf of node.leaves) {
          assert.equal(leaf.object, "leaf", context);
          assert.ok(Array.isArray(leaf.marks) && typeof leaf.text === "string", context);
        }
        return;
      }
      assert.equal(typeof node.type, "string", context);
      if (node.object === "fragment") assert.equal(typeof node.fragment, "string", context);
      else {
        assert.equal(typeof node.data, "object", context);
        assert.equal(node.isVoid, node.nodes === undefined, context);
      }
      if (!("isVoid" in node) || !node.isVoid)
        assert.ok(node.nodes !== undefined && node.nodes.length > 0, context);
    });
  });

  test("has inline nodes in text blocks, and blocks in other nodes", () => {
    forEachNode((node, page) => {
      if (node.object === "text" || node.nodes === undefined) return;
      const isText = node.object === "inline" || (node.object === "block" && isTextBlock(node.type));
      for (const child of node.nodes)
        assert.equal(child.object !== "block", isText, `${page}: ${JSON.stringify(node)}`);
    });
  });

  test("has a unique key on every node", () => {
    for (const { page, document } of pages) {
      const keys = [...descendantsOf(document)].map(({ key }) => key);
      assert.ok(
        keys.every((key) => typeof key === "string" && key !== ""),
        page,
      );
      assert.equal(new Set(keys).size, keys.length, page);
    }
  });
});

describe("the corpus", () => {
  test("has every kind of block and inline", () => {
    const found = new Set<string>();
    forEachNode((node) => {
      if (node.object !== "text") found.add(node.type);
    });
    const missing = [...blockTypes, ...inlineTypes].filter((type) => !found.has(type));
    assert.deepEqual(missing, []);
    assert.deepEqual([...blockTypes, ...inlineTypes].toSorted(), [...validators.keys()].toSorted());
  });
});
