import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type postgres from "postgres";
import { startPostgres } from "../../../../test/support/postgres.ts";
import { createDatabase, type Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { openPostgres } from "./postgres.ts";
import { ConnectionPool, isLoss, isRefusal } from "./postgres-pool.ts";
import { createSocketOpener } from "./postgres-sockets.ts";

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}    `);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const authenticated = message("R", Buffer.alloc(4));
const ready = message("Z", Buffer.from("I"));
const description = message("T", Buffer.from("\0\x01name\0\0\0\0\0\0\0\0\0\0\x19\0\0\0\0\0\0\0\0"));
const row = (name: string) =>
  message("D", Buffer.from(`\0\x01\0\0\0${String.fromCharCode(name.length)}${name}`));

/** Answers each message with a row. */
function answerAll(socket: Socket, name: string): void {
  const answer = [description, row(name), message("C", Buffer.from("SELECT 1\0")), ready];
  socket.once("data", () => {
    socket.write(Buffer.concat([authenticated, ready]));
    socket.on("data", () => socket.write(Buffer.concat(answer)));
  });
}

async function serve(onConnection: (socket: Socket) => void): Promise<{ url: string; close(): void }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    onConnection(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://lectern@127.0.0.1:${port}/lectern`, close: () => server.close() };
}

async function readName({ read }: Database): Promise<unknown[]> {
  return [...(await sql`select name`.execute(read)).rows];
}

/** An error of PgBouncer with which a connection ends. */
function fatal(code: string, text: string): Buffer {
  return message("E", Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`));
}

describe("connections to PostgreSQL", () => {
  test("do without settings of their sessions that a pooler refuses", async () => {
    const starts: string[] = [];
    const server = await serve((socket) => {
      socket.once("data", (start) => {
        starts.push(String(start));
        if (!starts.at(-1)?.includes("plan_cache_mode")) return;
        socket.end(fatal("08P01", "unsupported startup parameter: plan_cache_mode"));
      });
      answerAll(socket, "lectern");
    });
    const dialect = openPostgres(server.url, { lookingUp: 1 });
    assert.deepEqual([...(await dialect.runCompiled("select name", []))], [{ name: "lectern" }]);
    const withSetting = starts.map((start) => start.includes("plan_cache_mode"));
    assert.deepEqual([withSetting[0], withSetting.at(-1)], [true, false]);
    await dialect.close();
    server.close();
  });

  test("are replaced when one was lost, and all closed in the end", async () => {
    const opened: object[] = [];
    const closed: object[] = [];
    const pool = new ConnectionPool(() => {
      const connections = { end: async () => void closed.push(connections) };
      opened.push(connections);
      return connections as unknown as postgres.Sql;
    });
    const fail = (code: string) => pool.run(() => Promise.reject(Object.assign(new Error(code), { code })));
    for (const code of ["23505", "53300", "57P03"]) await assert.rejects(fail(code), { code });
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

  test("are closed after a loss when the work on them has ended", async () => {
    const closed: number[] = [];
    let opened = 0;
    const pool = new ConnectionPool(() => {
      const number = opened++;
      return { end: async () => void closed.push(number) } as unknown as postgres.Sql;
    });
    const work = Promise.withResolvers<void>();
    const working = pool.run(() => work.promise);
    const lost = Object.assign(new Error(), { code: "ECONNRESET" });
    await assert.rejects(
      pool.run(() => Promise.reject(lost)),
      { code: "ECONNRESET" },
    );
    assert.deepEqual(closed, []);
    work.resolve();
    await working;
    assert.deepEqual(closed, [0]);
    await pool.run(async () => {});
    assert.deepEqual(closed, [0]);
    await pool.close();
  });

  test("that could not be opened are told from lost ones", () => {
    const errorOf = (properties: object) => Object.assign(new Error(), properties);
    const refused = ["ECONNREFUSED", "EHOSTUNREACH"].map((code) => errorOf({ code, syscall: "connect" }));
    for (const error of [
      ...refused,
      new AggregateError(refused),
      errorOf({ code: "EAI_AGAIN", syscall: "getaddrinfo" }),
    ])
      assert.deepEqual([isRefusal(error), isLoss(error)], [true, false]);
    for (const code of ["EHOSTUNREACH", "ECONNRESET"])
      assert.equal(isRefusal(errorOf({ code, syscall: "read" })), false);
    assert.ok(isLoss(errorOf({ code: "EHOSTUNREACH", syscall: "read" })));
  });

  test("that are lost as soon as they are open fail their statements, and leave no rejected promise behind", {
    timeout: 60_000,
  }, async () => {
    const server = await serve((socket) => {
      socket.once("data", () => {
        socket.write(Buffer.concat([authenticated, ready]));
        socket.once("data", () => socket.destroy());
      });
    });
    const database = createDatabase(openPostgres(server.url));
    // The test would fail by a rejection that nobody handles.
    await assert.rejects(readName(database), { status: 503 });
    await assert.rejects(
      database.write((trx) => trx.insertInto("secrets").values({ name: "a", value: "b" }).execute()),
      { status: 503 },
    );
    await database.close();
    server.close();
  });

  test("fail if the other side closes them without an answer", async () => {
    const server = await serve((socket) => socket.end());
    const { hostname, port } = new URL(server.url);
    const socket = createSocketOpener()({ host: [hostname], port: [Number(port)], path: false });
    const error = await new Promise((resolve) => socket.resume().once("error", resolve));
    assert.ok(isRefusal(error));
    server.close();
  });

  test("are opened again while the server, or a proxy before it, refuses them", async () => {
    const tooMany = message("E", Buffer.from("SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0"));
    let opened = 0;
    const server = await serve((socket) => {
      opened += 1;
      if (opened <= 4) socket.resetAndDestroy();
      else if (opened === 5) socket.end();
      else if (opened === 6) socket.once("data", () => socket.end(tooMany));
      else answerAll(socket, "first");
    });
    const database = createDatabase(openPostgres(server.url));
    assert.deepEqual(await readName(database), [{ name: "first" }]);
    await database.close();
    server.close();
  });

  test("give a query none of the places of rows that were read before a loss", async () => {
    let opened = 0;
    const server = await serve((socket) => {
      opened += 1;
      if (opened > 1) return answerAll(socket, "second");
      socket.once("data", () => {
        socket.write(Buffer.concat([authenticated, ready]));
        socket.once("data", () => socket.end(Buffer.concat([description, row("first")])));
      });
    });
    const database = createDatabase(openPostgres(server.url, { reading: 1 }));
    // The second one waits for the connection of the first one.
    const found = await Promise.all([readName(database), readName(database)]);
    assert.deepEqual(found, [[{ name: "second" }], [{ name: "second" }]]);
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
