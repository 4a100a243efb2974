// Runs the tests, or with `--browser` those of the pages of sites and of the workspace, or only the given files. Tests share processes:
// loading the program for each test file would take longer than most tests.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Failure, parseFailures } from "./support/failure-list.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isBrowserRun = process.argv.includes("--browser");
const given = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

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
  if (part === "conformance" || browserFolders.includes(part)) return `test-${part}`;
  return sharedFolders.includes(part) && file !== loadsModules
    ? "test-in-process"
    : `test-${part}-${basename(file, ".test.ts")}`;
}

/** More files than this are divided, so that no process runs long after the others have ended. */
const maxFiles = 60;

/** Tests in Chromium take longer. Those of a process share it. */
const maxBrowserFiles = 4;

function* divide(
  group: string,
  files: readonly string[],
): Generator<[name: string, files: readonly string[]]> {
  const isBrowserGroup = browserFolders.some((folder) => group === `test-${folder}`);
  const count = Math.ceil(files.length / (isBrowserGroup ? maxBrowserFiles : maxFiles));
  // Neighbors in the alphabet often take equally long, so they are distributed.
  for (let i = 0; i < count; i++)
    yield [count === 1 ? group : `${group}-${i + 1}`, files.filter((_, index) => index % count === i)];
}

/** The groups that take longest, in the order in which they start, so that no process runs long after the others have ended. */
const longestGroups = ["test-worst-case-worst-case", "test-in-process", "test-conformance", "test-site-site"];

function rankOf(group: string): number {
  const rank = longestGroups.findIndex((name) => group.startsWith(name));
  return rank === -1 ? longestGroups.length : rank;
}

/** Tests of this program run it inside another run. */
const folder = `test/.groups/${process.pid}`;
const failureList = `${folder}/failures`;

/** The test files of each process, by the path of the file that imports them. */
type Groups = ReadonlyMap<string, readonly string[]>;

/** Writes one file per process, which imports the tests that share it. */
function writeGroups(files: readonly string[], nameOf: (file: string) => string): Groups {
  rmSync(`${root}${folder}`, { recursive: true, force: true });
  mkdirSync(`${root}${folder}`, { recursive: true });
  const named = [...Map.groupBy(files, nameOf)].flatMap(([group, members]) => [...divide(group, members)]);
  const groups = new Map<string, readonly string[]>();
  for (const [i, [name, tests]] of named.toSorted(([a], [b]) => rankOf(a) - rankOf(b)).entries()) {
    const imports = tests.map((file) => `import "${pathToFileURL(resolve(root, file))}";\n`);
    // The runner starts files in the order of their names.
    const path = `${folder}/${String(i).padStart(3, "0")}-${name}.test.mjs`;
    writeFileSync(`${root}${path}`, imports.join(""));
    groups.set(path, tests);
  }
  return groups;
}

/** Runs the groups. The status is 0 if nothing failed: no test, hook or process. */
function runGroups(groups: Groups, concurrency: number): { status: number; failures: Failure[] } {
  const options = [
    "--test",
    // Single files are run to find the causes of failures, which is easier with the names of tests.
    ...(given.length === 0 ? ["--import=./test/support/untracked-promises.ts"] : []),
    // Objects of a request or a test are removed before they count as long-lived, in fewer collections.
    ...["--min-semi-space-size=32", "--max-semi-space-size=64"],
    `--test-concurrency=${concurrency}`,
    "--test-timeout=300000",
    "--test-global-setup=test/support/global-setup.ts",
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...["--test-reporter=./test/support/failure-list.ts", `--test-reporter-destination=${failureList}`],
  ];
  const { status } = spawnSync(process.execPath, [...options, ...groups.keys()], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, LECTERN_TEST_BUNDLE: "1", NODE_COMPILE_CACHE: "node_modules/.cache/tests" },
  });
  const list = `${root}${failureList}`;
  return { status: status ?? 1, failures: existsSync(list) ? parseFailures(readFileSync(list, "utf8")) : [] };
}

/** The test files with failures: those of the whole group if its process crashed. */
function failedFiles(groups: Groups, failures: readonly Failure[]): string[] {
  const files = failures.map(({ file }) => relative(root, file).replaceAll("\\", "/"));
  return [...new Set(files.flatMap((file) => groups.get(file) ?? [file]))].toSorted();
}

/**
 * Runs the files of failed tests once more, each alone: on a busy machine, a browser or a process may not be ready within the time for
 * which a test waits. A test that fails alone too is a failure.
 */
function repeat(groups: Groups, failures: readonly Failure[]): number {
  const files = failedFiles(groups, failures);
  const names = failures.map(({ name }) => `  ${name}\n`).join("");
  console.log(`\nFailed, and run once more, alone:\n${names}`);
  const { status } = runGroups(
    writeGroups(files, (file) => file.replaceAll("/", "-")),
    1,
  );
  console.log(status === 0 ? `\nPassed at the second run, alone:\n${names}` : "\nFailed twice.\n");
  return status;
}

const all = globSync(["src/**/*.test.ts", "test/*/*.test.ts"], { cwd: root }).filter(
  (file) => browserFolders.some((folder) => file.startsWith(`test/${folder}/`)) === isBrowserRun,
);
const groups = writeGroups((given.length > 0 ? given : all).toSorted(), groupOf);
// Tests that start servers wait for them; those in Chromium keep the processors busy.
const { status, failures } = runGroups(groups, isBrowserRun ? 3 : 4);
process.exitCode = status !== 0 && failures.length > 0 ? repeat(groups, failures) : status;
rmSync(`${root}${folder}`, { recursive: true, force: true });
