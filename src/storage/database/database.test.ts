import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";
import { readConfig } from "../../config/config.ts";
import { openDatabase } from "../open-database.ts";
import type { Writer } from "./dialects/index.ts";
import { together } from "./together.ts";

describeOnEachDatabase("the database", (suite) => {
  const addUser = async (
    trx: Parameters<Parameters<typeof suite.app.context.database.write>[0]>[0],
    email: string,
  ) => {
    await trx
      .insertInto("users")
      .values({
        id: uniqueName(),
        email,
        display_name: "x",
        photo_url: null,
        search_text: "x",
        created_at: "2030",
      })
      .execute();
  };

  test("rolls back a failed transaction, and hides uncommitted changes", async () => {
    const { database } = suite.app.context;
    const email = `${uniqueName()}@example.com`;
    const count = async () =>
      (await database.read.selectFrom("users").where("email", "=", email).select("id").execute()).length;
    await assert.rejects(
      database.write(async (trx) => {
        await addUser(trx, email);
        assert.equal(await count(), 0);
        throw new Error("no");
      }),
      /no/,
    );
    assert.equal(await count(), 0);
    await database.write((trx) => addUser(trx, email));
    assert.equal(await count(), 1);
  });

  test("runs statements that are sent together in their order, and all of them before a failure is thrown", async () => {
    const { database } = suite.app.context;
    const name = uniqueName();
    const insert = (trx: Writer, value: string) =>
      trx.insertInto("secrets").values({ name, value }).execute();
    const update = (trx: Writer, value: string) =>
      trx.updateTable("secrets").set({ value }).where("name", "=", name).executeTakeFirst();
    const [, first, second] = await database.write((trx) =>
      together([insert(trx, "1"), update(trx, "2"), update(trx, "3")]),
    );
    assert.deepEqual([first.numUpdatedRows, second.numUpdatedRows], [1n, 1n]);
    const find = () => database.read.selectFrom("secrets").where("name", "=", name).select("value").execute();
    assert.equal((await find())[0]?.value, "3");

    let ended = 0;
    const failed = database.write(async (trx) => {
      ended = 0;
      const last = async () => {
        await update(trx, "4").catch(() => {});
        ended += 1;
      };
      await together([sql`select missing from secrets`.execute(trx), last()]);
    });
    await assert.rejects(failed, /missing/);
    // Also if it is not the first one that fails.
    const failedLater = database.write((trx) => {
      const twoSteps = async () => {
        await update(trx, "5");
        await update(trx, "6");
      };
      return together([twoSteps(), sql`select missing from secrets`.execute(trx)]);
    });
    await assert.rejects(failedLater, /missing/);
    assert.equal(ended, 1);
    assert.equal((await find())[0]?.value, "3");
  });

  test("refuses a statement of a transaction that has ended", async () => {
    const { database } = suite.app.context;
    const ended = await database.write(async (trx) => ({ trx }));
    const email = `${uniqueName()}@example.com`;
    await assert.rejects(addUser(ended.trx, email), /transaction|commit/i);
  });

  test("loses no concurrent increments", async () => {
    const { database } = suite.app.context;
    const name = uniqueName();
    await database.write((trx) => trx.insertInto("secrets").values({ name, value: "0" }).execute());
    await Promise.all(
      Array.from({ length: 40 }, () =>
        database.write(async (trx) => {
          const { value } = await trx
            .selectFrom("secrets")
            .where("name", "=", name)
            .select("value")
            .executeTakeFirstOrThrow();
          await trx
            .updateTable("secrets")
            .set({ value: String(Number(value) + 1) })
            .where("name", "=", name)
            .execute();
        }),
      ),
    );
    const { value } = await database.read
      .selectFrom("secrets")
      .where("name", "=", name)
      .select("value")
      .executeTakeFirstOrThrow();
    assert.equal(value, "40");
  });

  test("retries a transaction after a serialization failure, however long it waited before", async (t) => {
    if (suite.kind === "sqlite")
      return t.skip("SQLite has a single writer, so it has no serialization failures");
    t.mock.timers.enable({ apis: ["Date"] });
    let tries = 0;
    const lost = sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`;
    const outcome = await suite.app.context.database.write(async (trx) => {
      tries += 1;
      t.mock.timers.setTime(tries * 60_000);
      if (tries < 3) await lost.execute(trx);
      return "done";
    });
    assert.deepEqual([outcome, tries], ["done", 3]);
  });

  test("begins transactions while many reads are pending", async (t) => {
    if (suite.kind === "sqlite") return t.skip("SQLite has no connections to wait for");
    const { database } = suite.app.context;
    const selectOne = () => sql`select 1`.compile(database.read);
    const gate = Promise.withResolvers<void>();
    const write = (blocked?: Promise<void>) =>
      database.write(async (trx) => {
        await blocked;
        await sql`select 1`.execute(trx);
      });
    // While all connections are busy, reads and transactions queue up: repeatedly a hundred reads, then a transaction.
    const first = Array.from({ length: 10 }, () => write(gate.promise));
    await wait(300);
    const others: Promise<unknown>[] = [];
    for (let i = 0; i < 20; i++) {
      for (let j = 0; j < 100; j++) others.push(database.read.executeQuery(selectOne()));
      await wait(5);
      others.push(write());
      await wait(5);
    }
    gate.resolve();
    const outcomes = await Promise.allSettled([...first, ...others]);
    assert.deepEqual(
      outcomes.filter(({ status }) => status === "rejected"),
      [],
    );
  });

  test("answers small reads while long ones run", async (t) => {
    const { database } = suite.app.context;
    if (database.kind === "sqlite") return t.skip("query-threads.test.ts");
    const long = Array.from({ length: 3 }, () => database.runLong("select pg_sleep(2)", []));
    let running = long.length;
    for (const query of long) void query.then(() => running--);
    for (let i = 0; i < 20; i++) await database.read.selectFrom("users").select("id").limit(1).execute();
    assert.equal(running, 3);
    await Promise.all(long);
  });

  test("lets concurrent transactions succeed or fail independently", async () => {
    const { database } = suite.app.context;
    const emails = Array.from({ length: 30 }, () => `${uniqueName()}@example.com`);
    const dangling = "insert into contents (id, organization_id, kind, title, parent_id) values";
    const outcomes = await Promise.allSettled(
      emails.map((email, i) =>
        database.write(async (trx) => {
          await addUser(trx, email);
          if (i % 3 === 1) throw new Error("rolled back");
          // The foreign key is deferred: the commit fails, since the parent does not exist.
          if (i % 10 === 2)
            await sql`${sql.raw(dangling)} (${email}, ${suite.app.organizationId}, 'space', '', 'missing')`.execute(
              trx,
            );
          return email;
        }),
      ),
    );
    const committed = emails.filter((_, i) => i % 3 !== 1 && i % 10 !== 2);
    assert.deepEqual(
      outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : [])),
      committed,
    );
    for (const [i, outcome] of outcomes.entries())
      if (outcome.status === "rejected")
        assert.match(String(outcome.reason), i % 3 === 1 ? /rolled back/ : /was deleted at the same time/);
    const found = await database.read
      .selectFrom("users")
      .where("email", "in", emails)
      .select("email")
      .execute();
    assert.deepEqual(new Set(found.map(({ email }) => email)), new Set(committed));
  });

  test("lets transactions of one key succeed or fail independently, in order", async () => {
    const { database } = suite.app.context;
    const emails = Array.from({ length: 40 }, (_, i) => `${uniqueName()}-${i}@example.com`);
    const key = uniqueName();
    const started: number[] = [];
    const outcomes = await Promise.allSettled(
      emails.map((email, i) =>
        database.write(
          async (trx) => {
            started.push(i);
            await addUser(trx, email);
            if (i % 7 === 3) throw new Error("rolled back");
            if (i === 22) await sql`select * from missing_table`.execute(trx);
          },
          key,
          "snapshot",
        ),
      ),
    );
    assert.deepEqual([...new Set(started)], [...emails.keys()]);
    // On PostgreSQL, a failed statement ends its whole group. Its transactions run again, each alone.
    assert.ok(emails.keys().every((i) => started.filter((each) => each === i).length <= 2));
    const committed = emails.filter((_, i) => i % 7 !== 3 && i !== 22);
    assert.deepEqual(
      emails.filter((_, i) => outcomes[i]?.status === "fulfilled"),
      committed,
    );
    const found = await database.read
      .selectFrom("users")
      .where("email", "in", emails)
      .select("email")
      .execute();
    assert.deepEqual(new Set(found.map(({ email }) => email)), new Set(committed));
  });

  test("shows to a transaction all that was committed before it was requested, also in a group", {
    skip: suite.kind === "sqlite" && "transactions do not overlap",
  }, async () => {
    const { database } = suite.app.context;
    const [key, email] = [uniqueName(), `${uniqueName()}@example.com`];
    const count = async (trx: Writer) =>
      (await trx.selectFrom("users").where("email", "=", email).select("id").execute()).length;
    let later: Promise<number> | undefined;
    const first = await database.write(
      async (trx) => {
        const before = await count(trx);
        await database.write((other) => addUser(other, email));
        later = database.write(count, key, "snapshot");
        return before + (await count(trx));
      },
      key,
      "snapshot",
    );
    assert.deepEqual([first, await later], [0, 1]);
  });

  test("does not block the event loop while many transactions are queued", async (t) => {
    if (suite.kind !== "sqlite") return t.skip("PostgreSQL runs in its own processes");
    const { database } = suite.app.context;
    let iterations = 0;
    let isDone = false;
    const count = () => {
      iterations += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const work = async () => {
      for (const end = performance.now() + 2; performance.now() < end; );
    };
    await Promise.all(Array.from({ length: 100 }, () => database.write(work)));
    isDone = true;
    assert.ok(iterations > 5, `only ${iterations} iterations`);
  });

  test("shows the writes of a second connection, and commits the transactions of both", async () => {
    const config = readConfig(suite.environment);
    const other = await openDatabase(config);
    try {
      const mine = suite.app.context.database;
      const emails = Array.from({ length: 20 }, () => `${uniqueName()}@example.com`);
      await Promise.all(
        emails.map((email, i) => (i % 2 === 0 ? mine : other).write((trx) => addUser(trx, email))),
      );
      for (const database of [mine, other]) {
        const found = await database.read
          .selectFrom("users")
          .where("email", "in", emails)
          .select("id")
          .execute();
        assert.equal(found.length, emails.length);
      }
    } finally {
      await other.close();
    }
  });

  test("has another version after every commit, also of a second connection", async () => {
    const { context } = suite.app;
    const { database } = context;
    const second = await openDatabase(context.config);
    try {
      const versions = [await database.readVersion()];
      for (const writer of [database, second, database]) {
        await writer.write((trx) => addUser(trx, `${uniqueName()}@example.com`));
        // On SQLite, reads of one iteration of the event loop share a snapshot.
        await wait(20);
        versions.push(await database.readVersion());
      }
      assert.equal(new Set(versions).size, 4);
    } finally {
      await second.close();
    }
  });

  test("has another version for reads that begin long after others of the same iteration", async (t) => {
    if (suite.kind !== "sqlite") return t.skip("reads of PostgreSQL share no snapshot");
    const { context, admin } = suite.app;
    const { read, readVersion } = context.database;
    const nameOf = async () => {
      const user = read.selectFrom("users").where("id", "=", admin.id).select("display_name");
      return (await user.executeTakeFirst())?.display_name;
    };
    const other = new DatabaseSync(join(context.config.dataDir, "lectern.db"));
    await nameOf();
    const before = readVersion();
    other.exec("update users set display_name = 'Changed'");
    for (const end = performance.now() + 20; performance.now() < end; );
    assert.notEqual(readVersion(), before);
    assert.equal(await nameOf(), "Changed");
    other.close();
  });

  test("releases the connections of failed transactions", async () => {
    const { database } = suite.app.context;
    for (let round = 0; round < 15; round++) {
      await assert.rejects(database.write((trx) => addUser(trx, undefined as never)));
    }
    await database.write((trx) => addUser(trx, `${uniqueName()}@example.com`));
  });

  test("retries a transaction whose connection is lost, unless that happens each time", async (t) => {
    if (suite.kind === "sqlite") return t.skip("SQLite has no connection to lose");
    const { database } = suite.app.context;
    const email = `${uniqueName()}@example.com`;
    const ways: readonly ((trx: Writer) => Promise<unknown>)[] = [
      (trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx),
      // The connection is lost between two statements, while no query is pending.
      async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.read as never);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await addUser(trx, `${uniqueName()}@example.com`);
      },
      // The server ends it during a statement, because the transaction takes long.
      async (trx) => {
        await sql`set local transaction_timeout = '50ms'`.execute(trx);
        await sql`select pg_sleep(1)`.execute(trx);
      },
    ];
    for (const lose of ways) {
      const failing = database.write(async (trx) => {
        await addUser(trx, email);
        await lose(trx);
      });
      await assert.rejects(failing, { status: 503 });
      let attempts = 0;
      await database.write(async (trx) => {
        attempts += 1;
        await addUser(trx, `${uniqueName()}@example.com`);
        if (attempts === 1) await lose(trx);
      });
      assert.equal(attempts, 2);
    }
    await database.write((trx) => addUser(trx, email));
    const found = await database.read.selectFrom("users").where("email", "=", email).select("id").execute();
    assert.equal(found.length, 1);
  });

  test("answers 503 if the connection is lost during the commit", async (t) => {
    if (suite.kind === "sqlite") return t.skip("SQLite has no connection to lose");
    const { database } = suite.app.context;
    await database.write(async (trx) => {
      for (const statement of [
        "create table lost_commits (id integer)",
        `create function lose() returns trigger language plpgsql as
           $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
        `create constraint trigger lose after insert on lost_commits initially deferred
           for each row execute function lose()`,
      ])
        await sql.raw(statement).execute(trx);
    });
    let attempts = 0;
    const failing = database.write((trx) => {
      attempts += 1;
      return sql`insert into lost_commits values (1)`.execute(trx);
    });
    await assert.rejects(failing, { status: 503, message: /was made or not/ });
    assert.equal(attempts, 1);
  });

  test("reconnects after connections were lost", async (t) => {
    if (suite.kind === "sqlite") return t.skip("SQLite has no connection to lose");
    const { database } = suite.app.context;
    const version = await database.readVersion();
    const endConnection = sql`select pg_terminate_backend(pg_backend_pid())`.compile(database.read);
    await assert.rejects(database.read.executeQuery(endConnection));
    assert.notEqual(await database.readVersion(), version, "a restored server counts transactions anew");
    // More often than there are connections: the driver uses them in turn.
    for (let lost = 0; lost < 15; lost++)
      await assert.rejects(
        database.write((trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)),
      );
    const reads = Array.from({ length: 20 }, () =>
      database.read.selectFrom("users").select("id").limit(1).execute(),
    );
    const writes = Array.from({ length: 20 }, () =>
      database.write((trx) => addUser(trx, `${uniqueName()}@example.com`)),
    );
    await Promise.all([...reads, ...writes]);
  });

  test("sorts text by bytes", async () => {
    const { database } = suite.app.context;
    const names = ["a", "B", "Z", "_", "é", "z"].map((name) => `sort-${name}`);
    await database.write((trx) =>
      trx
        .insertInto("secrets")
        .values(names.map((name) => ({ name, value: "" })))
        .execute(),
    );
    const rows = await database.read
      .selectFrom("secrets")
      .where("name", "like", "sort-%")
      .select("name")
      .orderBy("name")
      .execute();
    assert.deepEqual(
      rows.map(({ name }) => name),
      ["B", "Z", "_", "a", "z", "é"].map((name) => `sort-${name}`),
    );
  });

  test("keeps the write-ahead log of SQLite small while requests read and write", async (t) => {
    if (suite.kind !== "sqlite") return t.skip("PostgreSQL manages its own log");
    const { database, config } = suite.app.context;
    const name = uniqueName();
    await database.write((trx) => trx.insertInto("secrets").values({ name, value: "" }).execute());
    const find = () => database.read.selectFrom("secrets").where("name", "=", name).select("value").execute();
    for (let i = 0; i < 150; i++) {
      const [before] = await find();
      assert.ok(before);
      const value = randomBytes(500_000).toString("hex");
      await database.write((trx) =>
        trx.updateTable("secrets").where("name", "=", name).set({ value }).execute(),
      );
    }
    const { size } = statSync(join(config.dataDir, "lectern.db-wal"));
    assert.ok(size < 80_000_000, `the log has ${size} bytes after 150 MB were written`);
    await database.write((trx) => trx.deleteFrom("secrets").where("name", "=", name).execute());
  });
});
