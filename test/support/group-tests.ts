// Writes a file for each process of a test run, which imports the tests that share it: loading the program, or starting
// a server, for each file of tests anew would take longer than most of them do.
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}test/.groups`;

/** All of one folder of src/ are together, and those of the official client; each other one is alone. */
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
