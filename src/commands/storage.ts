import type { Config } from "../config/index.ts";
import { createNodeCache } from "../content/index.ts";
import { formatBytes } from "../health/index.ts";
import { systemClock } from "../platform/index.ts";
import { createLogger } from "../server/index.ts";
import { cleanStorage } from "../server/jobs/index.ts";
import { listBackups } from "../storage/backups/index.ts";
import { type Database, inBatches } from "../storage/database/index.ts";
import {
  measureKinds,
  measureObjects,
  measureRepositories,
  type RepositorySize,
  readFreeBytes,
} from "../storage/inspection/index.ts";
import { selectJobs } from "../storage/jobs/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";
import { Progress } from "./progress.ts";

const print = (...columns: readonly string[]) => process.stdout.write(`${columns.join("\t")}\n`);

/** The number of listed organizations and repositories. */
const listLength = 20;

/** Shows what takes how much space, and what could be freed. */
export const showStorage = databaseCommand(async (database, { options }, config) => {
  const progress = new Progress();
  const kinds = await measureKinds(database, (done, total) =>
    progress.show(done, total, `Measuring: ${done} of ${total} tables`),
  );
  progress.end();
  for (const { kind, bytes, rows } of kinds) print(kind, formatBytes(bytes), `${rows} rows`);
  const objects = await measureObjects(database);
  if (objects.files > 0)
    print("files in object storage", formatBytes(objects.bytes), `${objects.files} files`);
  const backups = await listBackups(config.backupDir);
  const backupBytes = backups.reduce((sum, backup) => sum + backup.bytes, 0);
  print("backups", formatBytes(backupBytes), `${backups.length} files`);
  const free = await readFreeBytes(database);
  if (free !== undefined) print("free in the database file", formatBytes(free));
  print("could be freed", describe(await clean(database, config, true)));
  if (options.organizations === undefined && options.spaces === undefined) return;
  const repositories = await measureRepositories(database);
  if (options.organizations !== undefined) await printOrganizations(database, repositories);
  if (options.spaces !== undefined) await printSpaces(database, repositories);
});

/** Removes garbage now, or tells what would be removed. */
export const removeGarbage = databaseCommand(async (database, { options }, config) => {
  const isDryRun = options["dry-run"] !== undefined;
  const running = await selectJobs(database.read, "running")
    .where("kind", "=", "collect-garbage")
    .where("run_at", ">", systemClock.now())
    .select("holder")
    .executeTakeFirst();
  if (running !== undefined && !isDryRun)
    throw new UsageError(
      "The server is collecting garbage at the moment; `jobs list --state running` shows it",
    );
  print(isDryRun ? "could be freed" : "freed", describe(await clean(database, config, isDryRun)));
});

async function clean(database: Database, config: Config, isDryRun: boolean) {
  const progress = new Progress();
  const onProgress = (done: number, total: number) =>
    progress.show(done, total, `Looking for garbage: ${done} of ${total} spaces and specs`);
  const nodeCache = createNodeCache(4 * 1024 * 1024);
  const context = { config, database, nodeCache, clock: systemClock, log: createLogger("error") };
  const collected = await cleanStorage(context, { isDryRun, onProgress });
  progress.end();
  return collected;
}

type Collected = Awaited<ReturnType<typeof clean>>;

function describe({ nodes, files, chunks, specVersions, revisions }: Collected): string {
  return [
    formatBytes(nodes.bytes + files.bytes + chunks.bytes),
    `${nodes.count} nodes of content, ${formatBytes(nodes.bytes)}`,
    `${files.count} files, ${formatBytes(files.bytes)}`,
    `incomplete uploads, ${formatBytes(chunks.bytes)}`,
    `${specVersions} versions of API specs`,
    `${revisions} revisions`,
  ].join("\t");
}

/** The content and the files of several repositories together, the largest first. */
function sumBy(repositories: readonly RepositorySize[], keyOf: (repository: RepositorySize) => string) {
  const groups = Map.groupBy(repositories, keyOf);
  const sums = Array.from(groups, ([key, sizes]) => ({
    key,
    nodes: sizes.reduce((sum, { nodeBytes }) => sum + nodeBytes, 0),
    files: sizes.reduce((sum, { fileBytes }) => sum + fileBytes, 0),
  }));
  return sums.toSorted((a, b) => b.nodes + b.files - a.nodes - a.files).slice(0, listLength);
}

async function printOrganizations(database: Database, repositories: readonly RepositorySize[]) {
  const sums = sumBy(repositories, ({ organizationId }) => organizationId);
  const rows = await inBatches(
    sums.map(({ key }) => key),
    (ids) =>
      database.read.selectFrom("organizations").where("id", "in", ids).select(["id", "title"]).execute(),
  );
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  for (const { key, nodes, files } of sums)
    print(
      "organization",
      key,
      `content ${formatBytes(nodes)}`,
      `files ${formatBytes(files)}`,
      titles.get(key) ?? "",
    );
}

/** A space and its copies share their content, so they have one line. */
async function printSpaces(database: Database, repositories: readonly RepositorySize[]) {
  const sums = sumBy(repositories, ({ repositoryId }) => repositoryId);
  const rows = await inBatches(
    sums.map(({ key }) => key),
    (ids) =>
      database.read
        .selectFrom("spaces")
        .innerJoin("contents", "contents.id", "spaces.id")
        .where("spaces.repository_id", "in", ids)
        .orderBy("spaces.id")
        .select(["spaces.repository_id", "spaces.id", "contents.title"])
        .execute(),
  );
  const spaces = Map.groupBy(rows, ({ repository_id }) => repository_id);
  for (const { key, nodes, files } of sums) {
    const [first, ...copies] = spaces.get(key) ?? [];
    if (first === undefined) continue;
    const shared = copies.length === 0 ? "" : `, shared by ${copies.length + 1} spaces`;
    print(
      ...["space", first.id, `content ${formatBytes(nodes)}`, `files ${formatBytes(files)}`],
      `${first.title}${shared}`,
    );
  }
}
