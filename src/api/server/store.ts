import { sql } from "kysely";
import packageInfo from "../../../package.json" with { type: "json" };
import { freeSpace } from "../../health/index.ts";
import { listServerAdmins } from "../../identity/roles/index.ts";
import { EventLoopYielder, fold } from "../../platform/index.ts";
import type { OrganizationTable, Reader } from "../../storage/database/index.ts";
import { inspect, readDatabaseFacts, readStorageUse } from "../../storage/inspection/index.ts";
import { countJobs } from "../../storage/jobs/index.ts";
import { type Context, type ListCall, listReply, paginateArray, readList } from "../http/index.ts";
import { readSingleJob, storageJob } from "./jobs.ts";
import { listProcesses } from "./processes.ts";
import { readRateLimits } from "./rate-limits.ts";
import type { ServerOrganization } from "./schema.ts";

/** The row of this process in the list of processes. */
export const processId = crypto.randomUUID();

type ServerContext = Pick<Context, "database" | "config" | "clock">;

export async function readServer(context: ServerContext) {
  const { database, config, clock } = context;
  const { read } = database;
  const [facts, processes, admins, running, waiting, failed, measurement] = await Promise.all([
    readDatabaseFacts(inspect(database)),
    listProcesses(read, clock.now()),
    listServerAdmins(read),
    countJobs(read, "running"),
    countJobs(read, "waiting"),
    countJobs(read, "failed"),
    readSingleJob(read, storageJob),
  ]);
  const folder = config.databaseUrl === undefined ? config.dataDir : config.backupDir;
  const free = await freeSpace(folder).catch(() => undefined);
  return {
    object: "server" as const,
    version: packageInfo.version,
    node: process.versions.node,
    database: { kind: database.kind, version: facts.version, size: facts.bytes },
    disk: free === undefined ? undefined : { folder, free },
    jobs: { running, waiting, failed },
    processes: processes.map((row) => ({
      id: row.id,
      host: row.host,
      pid: row.pid,
      version: row.version,
      memory: row.memory,
      startedAt: row.started_at,
      current: row.id === processId,
    })),
    rateLimits: readRateLimits(config, processes),
    admins: admins.map((row) => ({
      id: row.id,
      displayName: row.display_name,
      email: row.email,
      grantedAt: row.granted_at,
    })),
    storage: await presentStorage(context),
    measurement,
  };
}

async function presentStorage({ database }: ServerContext) {
  const use = await readStorageUse(database);
  if (use === undefined) return undefined;
  const ids = use.organizations.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await database.read
          .selectFrom("organizations")
          .where("id", "in", ids)
          .select(["id", "title"])
          .execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return {
    measuredAt: use.measuredAt,
    tables: use.tables.map(({ name, bytes }) => ({ name, size: bytes })),
    files: { count: use.files.count, size: use.files.bytes },
    organizations: use.organizations.flatMap(({ id, files, bytes }) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title, files, size: bytes }];
    }),
  };
}

/** The organizations of the server, the newest first, or those that a search finds. */
export async function listOrganizations(call: ListCall, search: string | undefined) {
  const { read } = call.context.database;
  if (search === undefined || search === "")
    return readList(call, {
      matching: read.selectFrom("organizations"),
      select: (page) => page.selectAll(),
      keys: ["organizations.id"],
      order: "desc",
      present: (rows) => presentOrganizations(read, rows),
    });
  const found = await findOrganizationIds(read, search);
  const page = paginateArray(call, found, (id) => id, {
    itemsAfter: (last) => found.filter((id) => id < last),
  });
  const rows =
    page.rows.length === 0
      ? []
      : await read
          .selectFrom("organizations")
          .where("id", "in", page.rows)
          .orderBy("id", "desc")
          .selectAll()
          .execute();
  return listReply(page, await presentOrganizations(read, rows));
}

/** How many titles are compared before other requests have their turn. */
const batchSize = 1000;

/**
 * The ids of the organizations whose title or email domain contains a text, or whose id it is, the newest first. Titles are
 * folded here, since databases fold only some letters.
 */
export async function findOrganizationIds(db: Reader, search: string): Promise<string[]> {
  const wanted = fold(search);
  const found: string[] = [];
  const yielder = new EventLoopYielder();
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("organizations")
      .where("id", ">", after)
      .orderBy("id")
      .limit(batchSize)
      .select(["id", "title", "email_domains"])
      .execute();
    await yielder.yieldIfDue();
    for (const { id, title, email_domains } of rows)
      if (id === search || fold(title).includes(wanted) || email_domains.includes(wanted)) found.push(id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return found.toReversed();
    after = last.id;
  }
}

export async function findServerOrganization(
  db: Reader,
  id: string,
): Promise<ServerOrganization | undefined> {
  const rows = await db.selectFrom("organizations").where("id", "=", id).selectAll().execute();
  return (await presentOrganizations(db, rows))[0];
}

async function presentOrganizations(
  db: Reader,
  rows: readonly OrganizationTable[],
): Promise<ServerOrganization[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const count = sql<number>`count(*)`.as("count");
  const [spaces, sites] = await Promise.all([
    db
      .selectFrom("contents")
      .where("organization_id", "in", ids)
      .where("kind", "=", "space")
      .where("deleted_at", "is", null)
      .groupBy("organization_id")
      .select(["organization_id", count])
      .execute(),
    db
      .selectFrom("sites")
      .where("organization_id", "in", ids)
      .groupBy("organization_id")
      .select(["organization_id", count])
      .execute(),
  ]);
  const countIn = (counts: typeof spaces, id: string) =>
    Number(counts.find(({ organization_id }) => organization_id === id)?.count ?? 0);
  return rows.map((row) => ({
    object: "server-organization",
    id: row.id,
    title: row.title,
    emailDomains: row.email_domains.split(",").filter((domain) => domain !== ""),
    trusted: row.trusted === 1,
    members: row.member_count,
    spaces: countIn(spaces, row.id),
    sites: countIn(sites, row.id),
    createdAt: row.created_at,
  }));
}
