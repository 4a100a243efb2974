// Writes one file per process of a test run, which imports the tests that share it. Loading the program for each test file
// would take longer than most tests.
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}test/.groups`;

/** The tests of a top-level folder of src/ share a process, and so do those of the official client. */
function groupOf(file: string): string {
  const [top, part = "", ...rest] = file.split("/");
  if (top === "src") return `src-${rest.length === 0 ? "main" : part}`;
  return part === "conformance" ? `test-${part}` : `test-${part}-${basename(file, ".test.ts")}`;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const files = globSync(["src/**/*.test.ts", "test/*/*.test.ts"], { cwd: root }).toSorted();
for (const [group, tests] of Map.groupBy(files, groupOf)) {
  const imports = tests.map((file) => `import "../../${file}";\n`);
  writeFileSync(`${folder}/${group}.test.mjs`, imports.join(""));
}
