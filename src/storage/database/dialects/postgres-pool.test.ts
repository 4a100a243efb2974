import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { startPostgres } from "../../../../test/support/postgres.ts";
import { createDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { openPostgres } from "./postgres.ts";
import { ConnectionPool } from "./postgres-pool.ts";

describe("connections to PostgreSQL", () => {
  test("are replaced when one was lost, and all closed in the end", async () => {
    const opened: object[] = [];
    const closed: object[] = [];
    const pool = new ConnectionPool(() => {
      const connections = { end: async () => void closed.push(connections) };
      opened.push(connections);
      return connections as unknown as postgres.Sql;
    });
    const fail = (code: string) => pool.run(() => Promise.reject(Object.assign(new Error(code), { code })));
    for (const code of ["23505", "ECONNREFUSED", "57P03"]) await assert.rejects(fail(code), { code });
    assert.equal(opened.length, 1);
    // Two statements of the same connections are lost.
    await Promise.all([
      assert.rejects(fail("CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" }),
      assert.rejects(fail("CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" }),
    ]);
    assert.equal(opened.length, 2);
    assert.equal(await pool.run(async (connections) => opened.indexOf(connections)), 1);
    await pool.close();
    assert.deepEqual(new Set(closed), new Set(opened));
    await assert.rejects(fail("CONNECTION_ENDED"), { code: "CONNECTION_ENDED" });
    assert.equal(opened.length, 2);
  });

  test("that are lost as soon as they are open fail their statements, and leave no rejected promise behind", {
    timeout: 60_000,
  }, async () => {
    const [authenticated, ready] = [Buffer.from("R\0\0\0\x08\0\0\0\0"), Buffer.from("Z\0\0\0\x05I")];
    const server = createServer((socket) => {
      socket.once("data", () => {
        socket.write(Buffer.concat([authenticated, ready]));
        socket.once("data", () => socket.destroy());
      });
      socket.on("error", () => {});
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const database = createDatabase(openPostgres(`postgres://lectern@127.0.0.1:${port}/lectern`));
    // The test would fail by a rejection that nobody handles.
    await assert.rejects(database.read.selectFrom("secrets").select("name").execute(), { status: 503 });
    await assert.rejects(
      database.write((trx) => trx.insertInto("secrets").values({ name: "a", value: "b" }).execute()),
      { status: 503 },
    );
    await database.close();
    server.close();
  });

  test("wait for a database that is being restarted", async () => {
    const server = await startPostgres({ durable: true });
    const database = createDatabase(openPostgres(server.url));
    try {
      await migrate(database);
      const read = () => database.read.selectFrom("secrets").select("name").execute();
      const write = (name: string) =>
        database.write((trx) => trx.insertInto("secrets").values({ name, value: "kept" }).execute());
      await Promise.all([read(), write("before")]);
      await server.kill();
      const waiting = Promise.all([read(), write("during"), read(), write("also")]);
      await sleep(500);
      await server.start();
      await waiting;
      assert.deepEqual((await read()).map(({ name }) => name).toSorted(), ["also", "before", "during"]);
    } finally {
      await database.close();
      await server.stop();
    }
  });
});
