import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSpace } from "../src/api/spaces/change-space.ts";
import { readConfig } from "../src/config/config.ts";
import { openMigratedDatabase } from "../src/server/bootstrap.ts";
import { progress, token } from "./report.ts";
import { type SeededOrganization, seedComments, seedMembers, seedOrganizations } from "./seed.ts";

const memberCount = 100_000;
const organizationCount = 1000;

/** The database of a large installation. No server runs on it yet. */
export interface Installation {
  readonly folder: string;
  readonly environment: {
    readonly LECTERN_DATA_DIR: string;
    readonly LECTERN_ADMIN_TOKEN: string;
    readonly LECTERN_RATE_LIMIT: string;
  };
  /** The organization with all the members; its space has all the comments. */
  readonly organizationId: string;
  readonly spaceId: string;
  readonly adminId: string;
  readonly others: readonly SeededOrganization[];
}

export async function withInstallation(work: (installation: Installation) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  try {
    await work(await seed(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seed(folder: string): Promise<Installation> {
  progress(`creating an organization with ${memberCount} members and ${organizationCount} others`);
  const environment = {
    LECTERN_DATA_DIR: folder,
    LECTERN_ADMIN_TOKEN: token,
    // Requests are counted as by default, but the limit is never reached.
    LECTERN_RATE_LIMIT: "1000000000",
  };
  const { database } = await openMigratedDatabase(readConfig(environment));
  const { id } = await database.read.selectFrom("organizations").select("id").executeTakeFirstOrThrow();
  await seedMembers(database, id, memberCount);
  const { user_id: userId } = await database.read
    .selectFrom("members")
    .where("role", "=", "admin")
    .select("user_id")
    .executeTakeFirstOrThrow();
  const author = { userId, now: new Date().toISOString() };
  const spaceId = await database.write((trx) =>
    createSpace(trx, { organizationId: id, parentId: null }, {}, author),
  );
  await seedComments(database, { organizationId: id, spaceId }, userId);
  const others = await seedOrganizations(database, organizationCount);
  await database.close();
  return { folder, environment, organizationId: id, spaceId, adminId: userId, others };
}
