import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type postgres from "postgres";
import { together } from "../together.ts";
import { ConnectionPool } from "./postgres-pool.ts";
import { runTransaction, TransactionLostError } from "./postgres-transactions.ts";

test("a transaction whose connection is lost ends, also if the driver answers none of its statements", async () => {
  const loss = Promise.withResolvers<never>();
  const sent: string[] = [];
  const session = {
    unsafe: (text: string) => {
      sent.push(text);
      return new Promise(() => {});
    },
  };
  const connections = {
    begin: (_level: string, work: (session: unknown) => Promise<unknown>) =>
      Promise.race([work(session), loss.promise]),
  };
  const pool = new ConnectionPool(() => connections as unknown as postgres.Sql);
  const transaction = runTransaction(pool, { observer: undefined }, "repeatable read", async (trx) => {
    const statements = [sql`select 1`.execute(trx), sql`select 2`.execute(trx)];
    loss.reject(Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" }));
    await together(statements);
  });
  await assert.rejects(transaction, TransactionLostError);
  assert.deepEqual(sent, ["select 1", "select 2"]);
});
