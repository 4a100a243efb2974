// Runs the tests, or with `--browser` those of the pages of sites and of the workspace. Tests share processes: loading the program
// for each test file would take longer than most tests.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The folders of test/ whose tests run in Chromium. */
const browserFolders = ["pages", "workspace"];

/** The folders of src/ whose tests take long enough for their own process. */
const longFolders = ["api", "content", "importing", "pdf"];

/** The folders of test/ whose tests run the program in their process. The other tests start servers, or measure. */
const sharedFolders = ["cli", "imports", "openapi", "safety", "search", "tenancy"];

/** This test reads the regular expressions of modules while they are loaded. */
const loadsModules = "test/safety/regular-expressions.test.ts";

function groupOf(file: string): string {
  const [top, part = ""] = file.split("/");
  if (top === "src") return `src-${longFolders.includes(part) ? part : "other"}`;
  if (part === "conformance" || part === "pages") return `test-${part}`;
  return sharedFolders.includes(part) && file !== loadsModules
    ? "test-in-process"
    : `test-${part}-${basename(file, ".test.ts")}`;
}

/** More files than this are divided, so that no process runs long after the others have ended. */
const maxFiles = 60;

/** The tests of pages share a browser, and take longer. */
const maxPageTests = 6;

function* divide(
  group: string,
  files: readonly string[],
): Generator<[name: string, files: readonly string[]]> {
  const count = Math.ceil(files.length / (group === "test-pages" ? maxPageTests : maxFiles));
  const size = Math.ceil(files.length / count);
  for (let i = 0; i < count; i++)
    yield [count === 1 ? group : `${group}-${i + 1}`, files.slice(i * size, (i + 1) * size)];
}

const folder = "test/.groups";

/** Writes one file per process, which imports the tests that share it. Returns their paths. */
function writeGroups(files: readonly string[]): string[] {
  rmSync(`${root}${folder}`, { recursive: true, force: true });
  mkdirSync(`${root}${folder}`, { recursive: true });
  const paths: string[] = [];
  for (const [group, members] of Map.groupBy(files, groupOf))
    for (const [name, tests] of divide(group, members)) {
      const imports = tests.map((file) => `import "../../${file}";\n`);
      const path = `${folder}/${name}.test.mjs`;
      writeFileSync(`${root}${path}`, imports.join(""));
      paths.push(path);
    }
  return paths;
}

const isBrowserRun = process.argv.includes("--browser");
const files = globSync(["src/**/*.test.ts", "test/*/*.test.ts"], { cwd: root })
  .filter((file) => browserFolders.some((folder) => file.startsWith(`test/${folder}/`)) === isBrowserRun)
  .toSorted();
const options = [
  "--test",
  "--test-concurrency=3",
  "--test-timeout=120000",
  "--test-global-setup=test/support/global-setup.ts",
];
const groups = writeGroups(files);
const { status } = spawnSync(process.execPath, [...options, ...groups], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, LECTERN_TEST_BUNDLE: "1", NODE_COMPILE_CACHE: "node_modules/.cache/tests" },
});
process.exitCode = status ?? 1;
