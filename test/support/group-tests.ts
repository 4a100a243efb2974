// Writes one file per process of a test run, which imports the tests that share it. Loading the program for each test file
// would take longer than most tests.
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}test/.groups`;

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

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const files = globSync(["src/**/*.test.ts", "test/*/*.test.ts"], { cwd: root }).toSorted();
for (const [group, members] of Map.groupBy(files, groupOf))
  for (const [name, tests] of divide(group, members)) {
    const imports = tests.map((file) => `import "../../${file}";\n`);
    writeFileSync(`${folder}/${name}.test.mjs`, imports.join(""));
  }
