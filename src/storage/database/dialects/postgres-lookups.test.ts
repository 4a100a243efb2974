import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { CompiledQuery, sql } from "kysely";
import { describeOnEachDatabase, uniqueName } from "../../../../test/support/app.ts";
import { type Database, prepared } from "../index.ts";
import { Lookups } from "./postgres-lookups.ts";

const findSecrets = prepared<{ prefix: string; limit: number }, { name: string; value: string }>(
  (db, value) =>
    db
      .selectFrom("secrets")
      .where(sql<boolean>`substr(name, 1, length(${value("prefix")})) = ${value("prefix")}`)
      .orderBy("name", "desc")
      .limit(value("limit"))
      .select(["name", "value"]),
);

const findSecret = prepared<{ name: string }, { name: string; value: string }>((db, value) =>
  db.selectFrom("secrets").where("name", "=", value("name")).select(["name", "value"]),
);

/** The texts of the statements that some work sends. */
async function statementsOf({ observed }: Database, work: () => Promise<unknown>): Promise<string[]> {
  const before = observed.observer;
  const sent: string[] = [];
  observed.observer = {
    statementEnded: (_, text) => sent.push(text),
    transactionRequested: () => {},
    transactionBegan: () => {},
    transactionEnded: () => {},
  };
  await work();
  observed.observer = before;
  return sent;
}

test("a query without parameters is sent once for all who wait, and never shared with those who ask later", async () => {
  const sent: ((rows: readonly unknown[]) => void)[] = [];
  const lookups = new Lookups((text) => {
    assert.equal(text, "select 1");
    const { promise, resolve } = Promise.withResolvers<never[]>();
    sent.push(resolve as (rows: readonly unknown[]) => void);
    return promise;
  });
  const find = () => lookups.find("select 1", []);
  const first = [find(), find()];
  await turn();
  assert.equal(sent.length, 1);
  const second = [find()];
  await turn();
  assert.equal(sent.length, 2);
  const third = [find(), find(), find()];
  await turn();
  // Few statements are under way at the same time.
  assert.equal(sent.length, 2);
  sent[0]?.(["first"]);
  assert.deepEqual(await Promise.all(first), [["first"], ["first"]]);
  await turn();
  assert.equal(sent.length, 3);
  sent[2]?.(["third"]);
  sent[1]?.(["second"]);
  assert.deepEqual(await Promise.all([...second, ...third]), [["second"], ["third"], ["third"], ["third"]]);
});

describeOnEachDatabase("queries of the same time", (suite) => {
  test("each get their own rows, in their own order", async () => {
    const { database } = suite.app.context;
    const marks = ["", '"', "\\", ",", "{}", "\n", "'", "null", "é"];
    const prefixes = Array.from({ length: 250 }, (_, i) => `${uniqueName()} ${marks[i % marks.length]} `);
    const rows = prefixes.flatMap((prefix) =>
      ["a", "b", "c"].map((end) => ({ name: prefix + end, value: end })),
    );
    await database.write((trx) => trx.insertInto("secrets").values(rows).execute());
    const find = (prefix: string, limit: number) => findSecrets(database.read, { prefix, limit });
    const found = await Promise.all([
      ...prefixes.map((prefix, i) => find(prefix, (i % 3) + 1)),
      find(uniqueName(), 1),
    ]);
    assert.deepEqual(found.pop(), []);
    const expected = prefixes.map((prefix, i) =>
      ["c", "b", "a"].slice(0, (i % 3) + 1).map((end) => ({ name: prefix + end, value: end })),
    );
    assert.deepEqual(
      found.map((each) => each.map((row) => ({ ...row }))),
      expected,
    );
  });

  test("are those of requests, too", async () => {
    const { app, kind } = suite;
    const member = await app.member("read");
    const spaces = await Promise.all(Array.from({ length: 8 }, () => app.space()));
    const sent = await statementsOf(app.context.database, () =>
      Promise.all(spaces.map(({ path }) => app.ok(member, `GET ${path}`))),
    );
    if (kind === "sqlite") return;
    // The token, the space, and the roles of the member on it and above it.
    assert.equal(sent.length, 3, sent.join("\n"));
  });

  test("find their rows by an index, whatever else is in the table", async () => {
    const { database } = suite.app.context;
    const names = Array.from({ length: 2_000 }, () => uniqueName());
    const rows = names.map((name) => ({ name, value: "x" }));
    await database.write((trx) => trx.insertInto("secrets").values(rows).execute());
    await sql`analyze secrets`.execute(database.read);
    const some = names.slice(0, 20);
    const [sent = ""] = await statementsOf(database, () =>
      Promise.all(some.map((name) => findSecret(database.read, { name }))),
    );
    if (database.kind === "sqlite") return;
    const { rows: plan } = await database.read.executeQuery(
      CompiledQuery.raw(`explain ${sent}`, [`{${some.map((name) => JSON.stringify(name))}}`]),
    );
    const lines = plan.map((row) => Object.values(row as object).join()).join("\n");
    assert.match(lines, /Function Scan on .*lookup/);
    assert.doesNotMatch(lines, /Seq Scan|Hash Join/);
  });

  test("fail alone", async () => {
    const { database } = suite.app.context;
    const name = uniqueName();
    await database.write((trx) => trx.insertInto("secrets").values({ name, value: "x" }).execute());
    const find = (limit: number) => findSecrets(database.read, { prefix: name, limit });
    // A limit that only PostgreSQL refuses.
    const results = await Promise.allSettled([find(1), find(-1), find(2)]);
    const statuses = results.map(({ status }) => status);
    const refused = database.kind === "postgres" ? "rejected" : "fulfilled";
    assert.deepEqual(statuses, ["fulfilled", refused, "fulfilled"]);
  });
});
