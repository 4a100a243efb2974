import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("the package contains what running needs, and neither sources nor tests", async () => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = JSON.parse(stdout);
  // Newer versions of npm report an object by package name.
  const [{ files }] = (Array.isArray(report) ? report : Object.values(report)) as [
    { files: { path: string }[] },
  ];
  const paths = files.map(({ path }) => path);
  const current = readFileSync(new URL("../../dist/current", import.meta.url), "utf8");
  const needed = ["main.js", "server-jobs-worker.js", "site-assets/names.json", "app-assets/names.json"];
  for (const path of [
    ...["package.json", "LICENSE", "README.md", "bin/start.js", "bin/lectern.js", "dist/current"],
    ...needed.map((name) => `dist/${current}/${name}`),
  ])
    assert.ok(paths.includes(path), `${path} is missing`);
  // Data files that the bundle reads beside itself.
  const main = new Set(
    paths.filter((path) => path.startsWith("src/")).map((path) => path.split("/").slice(0, 3).join("/")),
  );
  for (const folder of [
    "src/api/templates",
    "src/commands/sample",
    "src/pdf/template",
    "src/social-cards/template",
  ])
    assert.ok(main.has(folder), `${folder} is missing`);
  for (const font of [
    "@embedpdf/fonts-jp/fonts/NotoSansJP-Bold.otf",
    "@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf",
    "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  ])
    assert.ok(paths.includes(`node_modules/${font}`), `${font} is missing`);
  const foreign = paths.filter((path) => /^(test|bench|scripts|docs)\/|\.test\.|^src\/.*\.tsx?$/.test(path));
  assert.deepEqual(foreign, []);
});

test("the package depends on what the bundle imports, and on nothing that is bundled", () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bundle = join(root, "dist", readFileSync(join(root, "dist/current"), "utf8"));
  const imported = new Set<string>();
  for (const name of readdirSync(bundle).filter((file) => file.endsWith(".js")))
    for (const [, path = ""] of readFileSync(join(bundle, name), "utf8").matchAll(
      /(?:\bfrom|\bimport\(?|\bloadPackage\()["'`](@?[a-z][\w.-]*(?:\/[\w.-]+)*)(?:["'`]|\/\$\{)/g,
    ))
      imported.add(path.split("/", path.startsWith("@") ? 2 : 1).join("/"));
  const packages = [...imported].filter((name) => !builtinModules.includes(name) && name !== "node");
  const data = Object.keys(dependencies).filter((name) => /fonts/.test(name) && name !== "subset-font");
  assert.deepEqual([...packages, ...data, "node"].sort(), Object.keys(dependencies).sort());
});
