// Writes a file for each part of src/ that imports all tests in it. So these share a process: loading the program anew
// for each of them would take longer than most of them do.
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}test/.groups`;

/** Of `src/content/map/map.test.ts`: `content`; of what stands in no folder of src/: `main`. */
function groupOf(file: string): string {
  const [, first, second] = file.split("/");
  return second === undefined || first === undefined ? "main" : first;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const files = globSync("src/**/*.test.ts", { cwd: root }).toSorted();
for (const [group, tests] of Map.groupBy(files, groupOf)) {
  const imports = tests.map((file) => `import "../../${file}";\n`);
  writeFileSync(`${folder}/${group}.test.mjs`, imports.join(""));
}
