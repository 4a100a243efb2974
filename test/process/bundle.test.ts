import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
// @ts-expect-error The scripts of the setup run on any Node, as JavaScript without types.
import { bundleServer } from "../../scripts/bundle.mjs";
import { fastFolder } from "../support/fast-folder.ts";

/** The smallest sources that have all parts: the server, the assets of sites, the assets of the workspace. */
const sources = {
  "package-lock.json": "{}",
  "scripts/bundle.mjs": "",
  "scripts/direct-imports.mjs": "",
  "scripts/words-and-icons.mjs": "",
  "src/main.ts": 'import { name } from "./name.ts";\nconsole.log(name);',
  "src/name.ts": 'export const name = "server";',
  "src/name.test.ts": "",
  "src/site/assets/tokens.css": "a { color: red }",
  "src/site/assets/site.css": '@import "./tokens.css";',
  "src/site/assets/no-script.css": "b { color: red }",
  "src/site/assets/search.css": "i { color: red }",
  "src/site/assets/browser/site.ts": 'console.log("site");',
  "src/site/assets/browser/api-client.ts": 'console.log("client");',
  "src/site/assets/browser/static-search.ts": 'console.log("search");',
  "src/site/assets/browser/document.ts": 'console.log("document");',
  "src/site/assets/browser/preview.ts": 'console.log("preview");',
  "src/app/main.tsx": 'console.log("workspace");',
  "src/app/styles/app.css": '@import "../../site/assets/tokens.css";',
  "src/app/styles/document.css": "u { color: red }",
  "src/app/styles/editor.css": "s { color: red }",
};

describe("the bundle", () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(fastFolder(), "lectern-bundle-"));
    for (const [file, text] of Object.entries(sources)) write(file, text);
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const current = () => join(root, "dist", readFileSync(join(root, "dist/current"), "utf8"));
  const read = (file: string) => readFileSync(join(current(), file), "utf8");
  const assetNames = (set: string) => JSON.parse(read(`${set}/names.json`)).names as Record<string, string>;
  const assetOf = (set: string, name: string) => read(`${set}/${assetNames(set)[name]}`);

  /** Marks the files of the parts, to see which of them the next run keeps. */
  const markParts = () => {
    for (const file of ["main.js", "site-assets/names.json", "app-assets/names.json"])
      appendFileSync(join(current(), file), " ");
  };
  const keptParts = () => ({
    server: read("main.js").endsWith(" "),
    site: read("site-assets/names.json").endsWith(" "),
    app: read("app-assets/names.json").endsWith(" "),
  });

  test("has the server and compressed assets", async () => {
    await bundleServer(root);
    assert.match(read("main.js"), /"server"/);
    assert.ok(existsSync(join(current(), "main.js.map")));
    const script = assetOf("app-assets", "script");
    assert.match(script, /"workspace"/);
    const file = join(current(), "app-assets", assetNames("app-assets").script ?? "");
    assert.equal(gunzipSync(readFileSync(`${file}.gz`)).toString(), script);
    assert.equal(brotliDecompressSync(readFileSync(`${file}.br`)).toString(), script);
  });

  test("loads only the modules whose names are imported from an index.ts", async () => {
    const before = ["src/main.ts", "src/name.ts"].map((file) => [
      file,
      readFileSync(join(root, file), "utf8"),
    ]);
    write("src/main.ts", 'export const load = () => [import("./small.ts"), import("./large.ts")];');
    write(
      "src/small.ts",
      'import {\n  type Size,\n  small as name,\n} from "./parts/index.ts";\nconsole.log(name as Size);',
    );
    write("src/large.ts", 'import { large, small } from "./parts/index.ts";\nconsole.log(large, small);');
    write(
      "src/parts/index.ts",
      '// Parts.\nexport * from "./inner/index.ts";\nexport { original as large } from "./large.ts";',
    );
    write("src/parts/large.ts", 'export const original = globalThis.of("large part");');
    write("src/parts/inner/index.ts", '// Inner.\nexport * from "./small.ts";');
    write(
      "src/parts/inner/small.ts",
      'export type Size = string;\nexport const small = globalThis.of("small part");',
    );
    await bundleServer(root);
    const loadedBy = (file: string): string =>
      read(file) +
      [...read(file).matchAll(/(?:from|import)"\.\/([^"]+)"/g)]
        .map(([, name = ""]) => loadedBy(name))
        .join("");
    const [small = "", large = ""] = ["small", "large"].map((name) =>
      loadedBy(
        readdirSync(current()).find((file) => file.startsWith(`${name}-`) && file.endsWith(".js")) ?? "",
      ),
    );
    assert.match(small, /small part/);
    assert.doesNotMatch(small, /large part/);
    assert.match(large, /small part/);
    assert.match(large, /large part/);
    for (const [file = "", text = ""] of before) write(file, text);
    await bundleServer(root);
  });

  test("loads the texts and icons of a screen with the screen", async () => {
    write(
      "src/app/main.tsx",
      'import { words } from "./words/index.ts";\nimport("./screens/late.tsx");\nconsole.log(words.first.hello);',
    );
    write(
      "src/app/screens/late.tsx",
      'import { faAnchor, type IconDefinition } from "@fortawesome/free-solid-svg-icons";\nimport { words } from "../words/index.ts";\nconsole.log(words.late.hello, faAnchor as IconDefinition);',
    );
    write(
      "src/app/words/index.ts",
      'import { first } from "./first.ts";\nimport { late } from "./late.ts";\nexport const words = {\n  first,\n  late,\n};',
    );
    write("src/app/words/first.ts", 'export const first = { hello: "the first text" };');
    write("src/app/words/late.ts", 'export const late = { hello: "a later text" };');
    await bundleServer(root);
    const scripts = readdirSync(join(current(), "app-assets")).filter((file) => file.endsWith(".js"));
    const filesWith = (text: string) => scripts.filter((file) => read(`app-assets/${file}`).includes(text));
    const entry = assetNames("app-assets").script ?? "";
    assert.deepEqual(filesWith("the first text"), [entry]);
    const [screen, ...others] = filesWith("a later text");
    assert.deepEqual(others, []);
    assert.notEqual(screen, entry);
    assert.deepEqual(filesWith('iconName:"anchor"'), [screen]);
    write("src/app/main.tsx", sources["src/app/main.tsx"]);
    await bundleServer(root);
  });

  test("is not made again without a change of a source", async () => {
    const before = current();
    markParts();
    write("src/name.test.ts", "// a change");
    await bundleServer(root);
    assert.equal(current(), before);
    assert.deepEqual(keptParts(), { server: true, site: true, app: true });
  });

  test("has only those parts made again whose sources have changed", async () => {
    const changes = [
      ["src/name.ts", 'export const name = "renamed";', { server: false, site: true, app: true }],
      ["src/app/main.tsx", 'console.log("screen");', { server: true, site: true, app: false }],
      ["src/site/assets/site.css", "a { color: blue }", { server: true, site: false, app: true }],
      ["src/site/assets/tokens.css", "a { color: green }", { server: true, site: true, app: false }],
      ["package-lock.json", '{ "changed": true }', { server: false, site: false, app: false }],
    ] as const;
    for (const [file, text, expected] of changes) {
      markParts();
      write(file, text);
      await bundleServer(root);
      assert.deepEqual(keptParts(), expected, file);
    }
    assert.match(read("main.js"), /"renamed"/);
    assert.match(assetOf("app-assets", "script"), /"screen"/);
    assert.match(assetOf("app-assets", "styles"), /green/);
    assert.match(assetOf("site-assets", "styles"), /blue|#00f/);
    // A running server may still read the bundle before.
    assert.equal(readdirSync(join(root, "dist")).length, 3);
  });

  test("stays as it was if a source is broken", async () => {
    const before = current();
    write("src/app/main.tsx", "const = ;");
    await assert.rejects(bundleServer(root));
    assert.equal(current(), before);
    write("src/app/main.tsx", 'console.log("mended");');
    await bundleServer(root);
    assert.match(assetOf("app-assets", "script"), /"mended"/);
  });
});
