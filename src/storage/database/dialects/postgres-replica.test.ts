import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import postgres from "postgres";
import { becomes } from "../../../../test/support/becomes.ts";
import { type PostgresServer, startPostgres } from "../../../../test/support/postgres.ts";
import { createDatabase, type Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { prepared } from "../prepared.ts";
import { openPostgres, type Reader } from "./index.ts";

const findSecret = prepared<{ name: string }, { value: string; on_standby: boolean }>((db, value) =>
  db
    .selectFrom("secrets")
    .where("name", "=", value("name"))
    .select(["value", sql<boolean>`pg_is_in_recovery()`.as("on_standby")]),
);

describe("a replica of PostgreSQL", () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let database: Database;

  before(async () => {
    primary = await startPostgres();
    standby = await startPostgres({ standbyOf: primary });
    database = createDatabase(openPostgres(primary.url, { reading: 2, writing: 2 }, standby.url));
    await migrate(database);
  });
  after(async () => {
    await database.close();
    await standby.stop();
    await primary.stop();
  });

  const store = (name: string) =>
    database.write((trx) =>
      trx
        .insertInto("secrets")
        .values({ name, value: `of ${name}` })
        .execute(),
    );

  const readRecent = async () => database.recent.readAt(await database.recent.readVersion());

  const isOnStandby = async (db: Reader) => {
    const { rows } = await db.executeQuery<{ is: boolean }>(
      sql`select pg_is_in_recovery() as is`.compile(db),
    );
    return rows[0]?.is;
  };

  /** Waits until recent reads use the replica or the primary. */
  async function untilReading(place: "standby" | "primary"): Promise<Reader> {
    for (;;) {
      const reader = await readRecent();
      if ((await isOnStandby(reader)) === (place === "standby")) return reader;
      await sleep(50);
    }
  }

  const onStandby = async (statement: string) => {
    const direct = createDatabase(openPostgres(standby.url, { reading: 1, writing: 1 }));
    await direct.read.executeQuery(sql.raw(statement).compile(direct.read));
    await direct.close();
  };

  async function withPausedReplay(work: () => Promise<void>): Promise<void> {
    await untilReading("standby");
    await onStandby("select pg_wal_replay_pause()");
    try {
      await work();
    } finally {
      await onStandby("select pg_wal_replay_resume()");
    }
    await untilReading("standby");
  }

  test("has a version by itself, too", async () => {
    const readVersions = async (db: Database) => [await db.readVersion(), await db.readVersion()];
    const alone = createDatabase(openPostgres(standby.url));
    for (const name of ["first version", "second version"]) {
      await store(name);
      await becomes(async () => (await findSecret(alone.read, { name })).length, 1);
      const [first, second] = await readVersions(alone);
      assert.equal(first, second);
    }
    await alone.close();
  });

  test("answers recent reads, and no others", async () => {
    await store("first");
    const reader = await untilReading("standby");
    for (;;) {
      const [found] = await findSecret(reader, { name: "first" });
      if (found === undefined) await sleep(10);
      else {
        assert.deepEqual(found, { value: "of first", on_standby: true });
        break;
      }
    }
    assert.equal(await isOnStandby(database.read), false);
  });

  test("is not used while it is more than a second behind", () =>
    withPausedReplay(async () => {
      await store("second");
      await sleep(1500);
      const [found] = await findSecret(await readRecent(), { name: "second" });
      assert.deepEqual(found, { value: "of second", on_standby: false });
      // A reader of a version of the replica is answered too.
      const [foundByReader] = await findSecret(database.recent.readAt("replica 1"), { name: "second" });
      assert.equal(foundByReader?.value, "of second");
    }));

  test("never shows an older state to those who have found a version of the primary", () =>
    withPausedReplay(async () => {
      await sleep(300);
      await store("third");
      const version = await database.readVersion();
      const [found] = await findSecret(database.recent.readAt(version), { name: "third" });
      assert.equal(found?.on_standby, false);
    }));

  test("shows no older state to a request after one of its queries was passed on", async () => {
    await untilReading("standby");
    const { read: reader } = await database.recent.choose();
    await withPausedReplay(async () => {
      await store("newer");
      // Fails on the replica only.
      const failing = sql<number>`select 1 / case when pg_is_in_recovery() then 0 else 1 end as one`;
      await reader.executeQuery(failing.compile(reader));
      const [found] = await findSecret(reader, { name: "newer" });
      assert.deepEqual(found, { value: "of newer", on_standby: false });
    });
  });

  test("has another version after each commit, also while an older transaction runs", async () => {
    const begin = async (name: string) => {
      const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ended = database.write(
        async (trx) => {
          await trx.insertInto("secrets").values({ name, value: "held" }).execute();
          begun.resolve();
          await ending.promise;
        },
        undefined,
        "snapshot",
      );
      await begun.promise;
      return () => {
        ending.resolve();
        return ended;
      };
    };
    const sessions = postgres(primary.url.replace(/\?.*/, ""), { max: 1 });
    const [endOldest, endSecond] = [await begin("oldest"), await begin("held")];
    await sessions`insert into secrets (name, value) values ('last', 'x')`;
    await sessions.end();
    const findHeld = async () => {
      await sleep(1200);
      const reader = await untilReading("standby");
      const version = await database.recent.readVersion();
      return { version, found: (await findSecret(reader, { name: "held" })).length };
    };
    const before = await findHeld();
    await endSecond();
    const after = await findHeld();
    await endOldest();
    assert.deepEqual([before.found, after.found], [0, 1]);
    assert.notEqual(after.version, before.version);
  });

  test("passes its queries on if it fails, also those that it has begun", async () => {
    await store("fourth");
    const reader = await untilReading("standby");
    // A query that the replica does not end before it is killed.
    const name = sql<boolean>`case when pg_is_in_recovery() then pg_sleep(20) is null else false end`;
    const waiting = reader.executeQuery<{ is: boolean }>(sql`select ${name} as is`.compile(reader));
    await sleep(200);
    await standby.kill();
    assert.equal((await waiting).rows[0]?.is, false);
    const [found] = await findSecret(reader, { name: "fourth" });
    assert.deepEqual(found, { value: "of fourth", on_standby: false });
    await standby.start();
    await untilReading("standby");
  });
});
