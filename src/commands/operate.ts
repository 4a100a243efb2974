import {
  changeLogLevel,
  findOrganizationIds,
  presentJob,
  readLogLevel,
  readServer,
  requireNoOpenRun,
} from "../api/server/index.ts";
import { logLevels } from "../config/index.ts";
import { formatBytes, formatDuration, kindNames } from "../health/index.ts";
import { errorMessage, FatalError, systemClock } from "../platform/index.ts";
import { createLogger } from "../server/index.ts";
import { backUpNow, deleteBackup, listBackups } from "../storage/backups/index.ts";
import { inBatches } from "../storage/database/index.ts";
import { type JobState, jobStates, removeJob, retryJobs, selectJobs } from "../storage/jobs/index.ts";
import { openObjects } from "../storage/objects/index.ts";
import { type RunCommand, UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";
import { Progress } from "./progress.ts";

// What the page of the server shows and does.

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const print = (...columns: readonly string[]) => process.stdout.write(`${columns.join("\t")}\n`);

export const showStatus = databaseCommand(async (database, _args, config) => {
  const state = await readServer({ database, config, clock: systemClock });
  const [newest] = await listBackups(config.backupDir);
  print("Lectern", state.version);
  print("Node", state.node);
  print(
    "Database",
    `${kindNames[state.database.kind]} ${state.database.version}, ${formatBytes(state.database.size)}`,
  );
  if (state.disk) print("Disk", `${formatBytes(state.disk.free)} free in ${state.disk.folder}`);
  print(
    "Jobs",
    Object.entries(state.jobs)
      .map(([name, count]) => `${count} ${name}`)
      .join(", "),
  );
  print("Backup", newest === undefined ? "none" : `${newest.startedAt}, ${formatBytes(newest.bytes)}`);
  print("Log level", (await readLogLevel(database.read, config)).level);
  if (state.processes.length === 0) print("Processes", "none: the server does not run");
  for (const { host, pid, startedAt, memory } of state.processes) {
    const uptime = formatDuration(systemClock.time() - Date.parse(startedAt));
    print("Process", `${pid} on ${host}, up ${uptime}, ${formatBytes(memory)}`);
  }
  for (const { name, max, seconds, setting } of state.rateLimits.items) {
    const allowed = max === undefined ? "none" : `${max} in ${formatDuration(seconds * 1000)}`;
    print("Rate limit", name, allowed, ...(setting === undefined ? [] : [setting]));
  }
  print("Refused", `${countOf(state.rateLimits.refused, "request")} in the last hour`);
  for (const { name, size } of state.storage?.tables ?? []) print("Table", `${name}, ${formatBytes(size)}`);
  for (const { email } of state.admins) print("Admin", email);
});

export const showSettings: RunCommand = async ({ settings }) => {
  for (const { name, source, value, isSecret } of settings) {
    const isSet = source === "environment";
    print(name, source, isSecret ? (isSet ? "(secret)" : "") : (value ?? ""));
  }
};

export const listJobs = databaseCommand(async (database, { options: { state } }) => {
  if (state !== undefined && !jobStates.some((name) => name === state))
    throw new UsageError(`--state must be one of ${jobStates.join(", ")}`);
  const rows = await selectJobs(database.read, state as JobState | undefined)
    .orderBy("id", "desc")
    .limit(1000)
    .selectAll()
    .execute();
  for (const row of rows) {
    const job = presentJob(row);
    const time = job.failedAt ?? job.dueAt ?? job.createdAt;
    const progress = job.progress === undefined ? "" : `${job.progress} %`;
    print(job.id, job.state, job.kind, String(job.attempts), time, progress, job.error ?? "");
  }
});

export const retryJob = databaseCommand(async (database, { positionals: [id] }) => {
  const count = await database.write((trx) => retryJobs(trx, systemClock.now(), id));
  if (count === 0 && id !== undefined) throw new UsageError(`There is no job ${id}, or it is running`);
  process.stderr.write(`${countOf(count, "job")} ${count === 1 ? "is" : "are"} due now\n`);
});

export const deleteJob = databaseCommand(async (database, { positionals: [id] }) => {
  if (id === undefined) throw new UsageError("Which job? Give its id, which `jobs list` prints");
  const isRemoved = await database.write(async (trx) => {
    await requireNoOpenRun(trx, id);
    return removeJob(trx, id);
  });
  if (!isRemoved) throw new UsageError(`There is no job ${id}, or it is running, or it repeats`);
  print(id);
});

/** Needs no database: backups are looked for when the database is broken. */
export const showBackups: RunCommand = async ({ backupDir }) => {
  for (const { name, reason, startedAt, bytes } of await listBackups(backupDir))
    print(name, reason, startedAt, formatBytes(bytes));
};

export const createBackup = databaseCommand(async (database, _args, config) => {
  const progress = new Progress();
  const context = {
    ...{ database, config, clock: systemClock, log: createLogger("silent") },
    objects: openObjects(config),
  };
  const name = await backUpNow(context, { onProgress: progress.percent("Writing the backup") }).catch(
    (error) => {
      throw new FatalError(errorMessage(error));
    },
  );
  progress.end();
  print(name);
});

/** Needs no database, as its list. */
export const removeBackup: RunCommand = async ({ backupDir }, { positionals: [name] }) => {
  if (name === undefined) throw new UsageError("Which backup? Give its name, which `backups list` prints");
  if (!(await deleteBackup(backupDir, name)))
    throw new UsageError(`There is no backup ${name} in ${backupDir}`);
  print(name);
};

export const listOrganizations = databaseCommand(async (database, { options: { search = "" } }) => {
  const found = await findOrganizationIds(database.read, search);
  const rows = await inBatches(found.toReversed(), (ids) =>
    database.read
      .selectFrom("organizations")
      .where("id", "in", ids)
      .orderBy("id")
      .select(["id", "title", "trusted", "member_count"])
      .execute(),
  );
  for (const { id, title, trusted, member_count } of rows)
    print(id, trusted === 1 ? "trusted" : "not trusted", countOf(member_count, "member"), title);
});

export const setLogLevel = databaseCommand(async (database, { positionals: [wanted] }, config) => {
  const level = logLevels.find((name) => name === wanted);
  if (wanted !== undefined && wanted !== "default" && level === undefined)
    throw new UsageError(`The log level must be one of ${logLevels.join(", ")}, or default`);
  if (wanted !== undefined)
    await database.write((trx) => changeLogLevel(trx, level ?? null, systemClock.now()));
  print((await readLogLevel(database.read, config)).level);
});
