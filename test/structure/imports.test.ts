import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { writeApiTypes } from "../../scripts/generate-api-types.ts";
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
const modules = listModules(source).filter((module) => !module.startsWith("app/"));
const imports = readImports(source, modules);
const toLines = (list: readonly Import[]) => list.map(({ from, to }) => `${from} → ${to}`);

/** The modules that a dynamic import may load: commands, and features that most processes never use. */
const lazyFeatures = [
  "api/sign-in/oidc-login.ts",
  "commands/account-commands.ts",
  "commands/operator-commands.ts",
  "commands/server-commands.ts",
  "identity/saml/library.ts",
  "site/assets/browser/search-dialog.ts",
  "site/mcp/answer-messages.ts",
];

describe("the imports of src/", () => {
  test("point to the same layer or a lower one", () => {
    assert.ok(imports.length > 1000, "the imports were not found");
    assert.deepEqual(toLines(upwardImports(imports)), []);
  });

  test("form no cycle between folders, at any depth", () => {
    assert.deepEqual(folderCycles(imports), []);
  });

  test("reach another folder through its index.ts only", () => {
    assert.deepEqual(toLines(importsPastIndex(imports)), []);
  });

  test("are static, except for features that are loaded when they are first used", () => {
    const dynamic = imports.filter(({ isDynamic }) => isDynamic).map(({ to }) => to);
    assert.deepEqual([...new Set(dynamic)].sort(), lazyFeatures);
  });
});

describe("the folders of src/", () => {
  test("are the folders of the layers, with main.ts as the only file", () => {
    assert.deepEqual(readdirSync(source).sort(), [...layers.flat(), "app"].sort());
  });

  test("start their index.ts with a comment, and only re-export in it", () => {
    for (const module of modules.filter((file) => file.endsWith("/index.ts"))) {
      const text = readFileSync(join(source, module), "utf8");
      assert.match(text, /^\/(?:\/|\*\*) /, `${module} does not begin with a comment on its folder`);
      const code = text
        .replace(/^(?:\/\/.*\n|\/\*\*[\s\S]*?\*\/\n)+/, "")
        .replace(/^export (?:type )?(?:\{[^}]*\}|\*(?: as \w+)?) from "\.[^"]*";\n/gm, "");
      assert.equal(code.trim(), "", `${module} does more than re-export`);
    }
  });

  test("import slow packages at their first use, so that each start and command is fast", () => {
    const slow = /^(?:import|export) (?!type\b)[^;]*\bfrom "(?:highlight\.js|transliteration)"/m;
    for (const module of modules)
      assert.doesNotMatch(
        readFileSync(join(source, module), "utf8"),
        slow,
        `${module} imports it at the start`,
      );
  });

  test("export through index.ts only names that other folders import", () => {
    // Tests import modules directly, so they do not count.
    assert.deepEqual(unusedExports(source, imports), []);
  });
});

describe("the modules of src/app", () => {
  const app = join(source, "app");
  const appImports = readImports(app, listModules(app, /\.tsx?$/));
  /** From the top to the bottom. Modules outside of folders are above them. */
  const order = [
    "screens",
    "source-editor",
    "changes",
    "history",
    "comments",
    "editor",
    "frame",
    "parts",
    "data",
    "navigation",
    "words",
  ];
  const heightOf = (module: string) => order.indexOf(module.split("/")[0] ?? "");

  test("import nothing of the server", () => {
    assert.ok(appImports.length > 20, "the imports were not found");
    assert.deepEqual(toLines(appImports.filter(({ to }) => to.startsWith(".."))), []);
  });

  test("import only from folders at their height or below", () => {
    const upward = appImports.filter(({ from, to }) => heightOf(to) < heightOf(from));
    assert.deepEqual(toLines(upward), []);
  });

  test("have the types of the API that the server's schemas declare", () => {
    const text = readFileSync(join(app, "data/api-types.ts"), "utf8");
    assert.equal(text, writeApiTypes(), "run npm run generate");
  });
});

describe("the checks above", () => {
  const importOf = (from: string, to: string): Import => ({ from, to, isDynamic: false, names: [] });

  test("detect an import from a higher layer", () => {
    const up = importOf("platform/ids.ts", "content/index.ts");
    assert.deepEqual(upwardImports([up, importOf("api/spaces/routes.ts", "content/index.ts")]), [up]);
    assert.throws(
      () => upwardImports([importOf("unknown/a.ts", "content/index.ts")]),
      /src\/unknown is not in a layer/,
    );
  });

  test("detect cycles of folders: in pairs, through others, and with a subfolder", () => {
    const pair = [importOf("api/a/x.ts", "api/b/index.ts"), importOf("api/b/y.ts", "api/a/index.ts")];
    assert.deepEqual(folderCycles(pair), [["api/a", "api/b"]]);
    const ring = [
      importOf("a/x.ts", "b/index.ts"),
      importOf("b/x.ts", "c/index.ts"),
      importOf("c/x.ts", "a/index.ts"),
    ];
    assert.deepEqual(folderCycles([...ring, importOf("d/x.ts", "a/index.ts")]), [["a", "b", "c"]]);
    const nested = [importOf("a/x.ts", "a/b/index.ts"), importOf("a/b/y.ts", "a/z.ts")];
    assert.deepEqual(folderCycles(nested), [["a", "a/b"]]);
    assert.deepEqual(folderCycles(ring.slice(1)), []);
  });

  test("detect an import past an index.ts", () => {
    const past = importOf("api/a/x.ts", "api/b/store.ts");
    const allowed = [importOf("api/a/x.ts", "api/a/y.ts"), importOf("api/a/x.ts", "api/b/index.ts")];
    assert.deepEqual(importsPastIndex([past, ...allowed]), [past]);
  });

  test("detect an export that no other folder imports", () => {
    const http = { ...importOf("api/index.ts", "api/http/index.ts"), names: ["*"] };
    const declared = { ...importOf("api/http/index.ts", "api/http/observe.ts"), names: ["*"] };
    const used = { ...importOf("content/x.ts", "api/index.ts"), names: ["createRequestIds"] };
    assert.deepEqual(unusedExports(source, [http, declared, used]), ["api/http/index.ts: observeRequests"]);
    const listed = { ...declared, names: ["createRequestIds", "Unknown"] };
    assert.deepEqual(unusedExports(source, [http, listed, used]), ["api/http/index.ts: Unknown"]);
  });
});
