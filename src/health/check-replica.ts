import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config/index.ts";
import { errorMessage } from "../platform/index.ts";
import { maxReplicaDelay } from "../storage/database/index.ts";
import { type InspectedDatabase, inspectPostgres } from "../storage/inspection/index.ts";
import { type Check, checksOf } from "./check.ts";

const { ok, warning } = checksOf("database");

/** The pause between two looks at the replica, in milliseconds. */
const pause = 100;

/** Checks whether the replica follows the database. Nothing fails without it. */
export async function checkReplica(
  { databaseUrl, databaseReadUrl }: Pick<Config, "databaseUrl" | "databaseReadUrl">,
  database: InspectedDatabase,
): Promise<Check[]> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return [];
  const replica = await inspectPostgres(databaseReadUrl);
  try {
    return [await compare(replica, database)];
  } catch (error) {
    return [
      warning(
        `The replica of DATABASE_READ_URL cannot be read: ${errorMessage(error)}`,
        "Check DATABASE_READ_URL, and that the replica runs; the primary answers in the meantime",
      ),
    ];
  } finally {
    await replica.close();
  }
}

async function compare(replica: InspectedDatabase, database: InspectedDatabase): Promise<Check> {
  const [row] = await database.query("select pg_current_wal_flush_lsn()::text as position");
  const startedAt = performance.now();
  for (;;) {
    const [state] = await replica.query(
      `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= '${row?.position}' as reached`,
    );
    const delay = performance.now() - startedAt;
    if (state?.follows !== true)
      return warning(
        "DATABASE_READ_URL is not a replica: it accepts writes itself",
        "Set it to a streaming replica (hot standby) of DATABASE_URL, or unset it",
      );
    if (state.reached === true) return ok(`The replica is at most ${Math.ceil(delay)} ms behind`);
    if (delay > maxReplicaDelay)
      return warning(
        "The replica is more than a second behind, so it is not used",
        "Check its replication (pg_stat_replication on the primary) and its load",
      );
    await sleep(pause);
  }
}
