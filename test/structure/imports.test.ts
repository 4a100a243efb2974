import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  folderCycles,
  type Import,
  importsPastIndex,
  layers,
  listModules,
  readImports,
  unusedExports,
  upwardImports,
} from "./module-graph.ts";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
const modules = listModules(source);
const imports = readImports(source, modules);
const shown = (found: readonly Import[]) => found.map(({ from, to }) => `${from} → ${to}`);

/** The modules that a dynamic import may load: features that most processes never use. */
const lazyFeatures = ["api/sign-in/oidc-login.ts"];

describe("the imports of src/", () => {
  test("run down the layers", () => {
    assert.ok(imports.length > 1000, "the imports were not found");
    assert.deepEqual(shown(upwardImports(imports)), []);
  });

  test("form no cycle between folders, at any depth", () => {
    assert.deepEqual(folderCycles(imports), []);
  });

  test("reach another folder through its index.ts only", () => {
    assert.deepEqual(shown(importsPastIndex(imports)), []);
  });

  test("are static, except for features that are loaded when they are first used", () => {
    const dynamic = imports.filter(({ isDynamic }) => isDynamic).map(({ to }) => to);
    assert.deepEqual([...new Set(dynamic)].sort(), lazyFeatures);
  });
});

describe("the folders of src/", () => {
  test("are those of the layers, and main.ts is the only file beside them", () => {
    assert.deepEqual(readdirSync(source).sort(), layers.flat().toSorted());
  });

  test("that others import from have an index.ts that says what they are and only re-exports", () => {
    for (const module of modules.filter((file) => file.endsWith("/index.ts"))) {
      const text = readFileSync(join(source, module), "utf8");
      assert.match(text, /^\/(?:\/|\*\*) /, `${module} does not begin with a comment on its folder`);
      const code = text
        .replace(/^(?:\/\/.*\n|\/\*\*[\s\S]*?\*\/\n)+/, "")
        .replace(/^export (?:type )?(?:\{[^}]*\}|\*(?: as \w+)?) from "\.[^"]*";\n/gm, "");
      assert.equal(code.trim(), "", `${module} does more than re-export`);
    }
  });

  test("export through index.ts only what somebody uses", () => {
    // A test imports the module itself.
    assert.deepEqual(unusedExports(source, imports), []);
  });
});

describe("the checks above", () => {
  const on = (from: string, to: string): Import => ({ from, to, isDynamic: false, names: [] });

  test("notice an import that runs up", () => {
    const up = on("platform/ids.ts", "content/index.ts");
    assert.deepEqual(upwardImports([up, on("api/spaces/routes.ts", "content/index.ts")]), [up]);
    assert.throws(() => upwardImports([on("cellar/a.ts", "content/index.ts")]), /src\/cellar is in no layer/);
  });

  test("notice folders that import each other, directly, through others, and from inside", () => {
    const pair = [on("api/a/x.ts", "api/b/index.ts"), on("api/b/y.ts", "api/a/index.ts")];
    assert.deepEqual(folderCycles(pair), [["api/a", "api/b"]]);
    const ring = [on("a/x.ts", "b/index.ts"), on("b/x.ts", "c/index.ts"), on("c/x.ts", "a/index.ts")];
    assert.deepEqual(folderCycles([...ring, on("d/x.ts", "a/index.ts")]), [["a", "b", "c"]]);
    const nested = [on("a/x.ts", "a/b/index.ts"), on("a/b/y.ts", "a/z.ts")];
    assert.deepEqual(folderCycles(nested), [["a", "a/b"]]);
    assert.deepEqual(folderCycles(ring.slice(1)), []);
  });

  test("notice an import past an index.ts", () => {
    const past = on("api/a/x.ts", "api/b/store.ts");
    const allowed = [on("api/a/x.ts", "api/a/y.ts"), on("api/a/x.ts", "api/b/index.ts")];
    assert.deepEqual(importsPastIndex([past, ...allowed]), [past]);
  });

  test("notice an export that no other folder imports", () => {
    const http = { ...on("api/index.ts", "api/http/index.ts"), names: ["*"] };
    const declared = { ...on("api/http/index.ts", "api/http/observe.ts"), names: ["*"] };
    const used = { ...on("content/x.ts", "api/index.ts"), names: ["createRequestIds"] };
    assert.deepEqual(unusedExports(source, [http, declared, used]), ["api/http/index.ts: observeRequests"]);
    const listed = { ...declared, names: ["createRequestIds", "Unknown"] };
    assert.deepEqual(unusedExports(source, [http, listed, used]), ["api/http/index.ts: Unknown"]);
  });
});
