import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { describeOnEachDatabase, uniqueName } from "../../../../test/support/app.ts";
import { prepared } from "../index.ts";
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
    const prefixes = Array.from({ length: 250 }, () => `${uniqueName()} `);
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
    const { observed } = app.context.database;
    const before = observed.observer;
    const sent: string[] = [];
    observed.observer = {
      statementEnded: (_, text) => sent.push(text),
      transactionRequested: () => {},
      transactionBegan: () => {},
      transactionEnded: () => {},
    };
    await Promise.all(spaces.map(({ path }) => app.ok(member, `GET ${path}`)));
    observed.observer = before;
    if (kind === "sqlite") return;
    // The token, the space, and the roles of the member on it and above it.
    assert.equal(sent.length, 3, sent.join("\n"));
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
