import { existsSync } from "node:fs";
import { type Config, readSettings } from "../config/index.ts";
import { type Clock, errorMessage, systemClock } from "../platform/index.ts";
import { type Database, probeWriting } from "../storage/database/index.ts";
import { databaseFile } from "../storage/index.ts";
import {
  type InspectedDatabase,
  inspect,
  openForInspection,
  readDatabaseFacts,
} from "../storage/inspection/index.ts";
import { type Check, checksOf } from "./check.ts";
import { checkAddresses, probeAddress } from "./check-addresses.ts";
import { checkBackups } from "./check-backups.ts";
import { checkClock } from "./check-clock.ts";
import {
  checkDatabase,
  checkIntegrity,
  missingDatabase,
  unreachableDatabase,
  unwritableDatabase,
  writableDatabase,
} from "./check-database.ts";
import { checkDisk } from "./check-disk.ts";
import { checkFiles } from "./check-files.ts";
import { checkAdmins, checkJobs } from "./check-jobs.ts";
import { checkProcess } from "./check-process.ts";
import { checkReplica } from "./check-replica.ts";
import { checkSettings } from "./check-settings.ts";

const mail = checksOf("mail").ok(
  "Lectern sends no mail: invitations are links, and `user password-link` prints a link for a new password",
);

interface Server {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
}

/** Checks a running server from inside. Nothing takes longer with more data. */
export async function examineServer({ config, database, clock }: Server): Promise<Check[]> {
  const inspected = inspect(database);
  const writing = probeWriting(database).then(writableDatabase, unwritableDatabase);
  const bytes = (await readDatabaseFacts(inspected)).bytes;
  const checks = await Promise.all([
    writing,
    checkDatabase(inspected),
    checkReplica(config, inspected),
    checkFiles(config, inspected),
    checkDisk(config, bytes),
    checkClock(clock, inspected),
    checkAddresses(config).then((addresses) => addresses.checks),
    mail,
    checkBackups(config, clock),
    checkJobs(inspected, clock),
    checkAdmins(inspected),
    checkProcess(config),
    checkSettings({ config, mistakes: [], variables: Object.keys(process.env) }),
  ]);
  return checks.flat();
}

interface Installation {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly probe?: typeof probeAddress;
}

/** Checks an installation from outside, whether or not its server runs. Changes nothing. */
export async function examineInstallation(installation: Installation): Promise<Check[]> {
  const { environment, clock = systemClock, probe = probeAddress } = installation;
  const { config, mistakes } = readSettings(environment);
  const { checks: addresses, isRunning } = await checkAddresses(config, probe);
  const stored = await examineDatabase(config, clock, isRunning);
  const checks = await Promise.all([
    checkSettings({ config, mistakes, variables: Object.keys(environment) }),
    checkProcess(config),
    stored.checks,
    checkDisk(config, stored.bytes),
    addresses,
    mail,
    checkBackups(config, clock, { verify: true }),
  ]);
  return checks.flat();
}

/** The checks that need the database, as far as it can be read. */
async function examineDatabase(config: Config, clock: Clock, isRunning: boolean) {
  const checks: Check[] = [];
  let bytes: number | undefined;
  let database: InspectedDatabase | undefined;
  if (config.databaseUrl === undefined && !existsSync(databaseFile(config)))
    return { checks: [missingDatabase(), ...(await checkClock(clock, undefined))], bytes };
  try {
    database = await openForInspection(config);
    bytes = (await readDatabaseFacts(database)).bytes;
    checks.push(
      ...(await checkDatabase(database)),
      ...(await checkReplica(config, database)),
      await checkIntegrity(database),
    );
  } catch (error) {
    checks.push(unreachableDatabase(error, config.databaseUrl === undefined ? "sqlite" : "postgres"));
  }
  const isReadable = checks.every(({ status }) => status !== "failed") && bytes !== undefined;
  checks.push(...(await checkClock(clock, isReadable ? database : undefined).catch(() => [])));
  if (isReadable && database !== undefined)
    checks.push(...(await examineRows(database, config, clock, isRunning)));
  await database?.close();
  return { checks, bytes };
}

/** A database of an earlier version may lack tables. */
async function examineRows(
  database: InspectedDatabase,
  config: Config,
  clock: Clock,
  isRunning: boolean,
): Promise<Check[]> {
  const { failed } = checksOf("jobs");
  return Promise.all([
    checkFiles(config, database),
    checkJobs(database, clock, { isRunning }),
    checkAdmins(database),
  ]).then(
    (found) => found.flat(),
    (error) => [
      failed(`The tables cannot be read: ${errorMessage(error)}`, "Start the server to migrate them"),
    ],
  );
}
