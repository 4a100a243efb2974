import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { hashToken } from "../../src/identity/tokens/tokens.ts";
import { bootApp, type Person, type TestApp } from "../support/app.ts";
import { Connection, type HttpResponse } from "../support/connection.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../support/databases.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

const rateLimit = 200;

for (const kind of databaseKinds) {
  // On PostgreSQL two servers, one of them with two workers; on SQLite one server with two workers.
  const workerCounts = kind === "sqlite" ? ["2"] : ["2", "1"];

  describe(`several processes (${kind})`, () => {
    let database: TestDatabase;
    /** The application in the test process, for setup. */
    let app: TestApp;
    let servers: ServerProcess[] = [];

    before(async () => {
      database = await createTestDatabase(kind);
      app = await bootApp(database.environment);
      const settings = { LECTERN_RATE_LIMIT: String(rateLimit), LECTERN_ALLOW_PRIVATE_NETWORK: "true" };
      servers = await Promise.all(
        workerCounts.map((workers) =>
          startServer({ ...database.environment, ...settings, LECTERN_WORKERS: workers }),
        ),
      );
    });
    after(async () => {
      await app.close();
      const codes = await Promise.all(servers.map((server) => server.stop()));
      assert.deepEqual(
        codes,
        workerCounts.map(() => 0),
      );
      await database.remove();
    });

    /** Connects a person to two different processes. */
    async function connect(person: Person): Promise<[Connection, Connection]> {
      const first = servers[0]?.url ?? "";
      // The workers of one server accept connections alternately.
      const both: [Connection, Connection] = [
        new Connection(first, person.token),
        new Connection(servers[1]?.url ?? first, person.token),
      ];
      const processOf = async (connection: Connection) =>
        String((await ok(connection, "GET", "/user")).headers["x-request-id"]).replace(/-\w+$/, "");
      assert.notEqual(
        await processOf(both[0]),
        await processOf(both[1]),
        "both connections are to the same process",
      );
      return both;
    }

    async function ok(
      connection: Connection,
      method: string,
      path: string,
      body?: object,
    ): Promise<HttpResponse> {
      const response = await connection.send(method, path, body && { body });
      assert.ok(response.status < 300, `${method} ${path} returned ${response.status}`);
      return response;
    }

    test("keep counts and numbers right when they write concurrently", async () => {
      const space = await app.space();
      const both = await connect(await app.member("admin"));
      const made = both.map(async (connection) => {
        const numbers: number[] = [];
        for (let i = 0; i < 10; i++) {
          const { body } = await ok(connection, "POST", `${space.path}/change-requests`, {});
          numbers.push(body.number);
          await ok(connection, "POST", `${space.path}/comments`, { body: { markdown: "Hm." } });
          await ok(connection, "POST", `${space.path}/content`, {
            changes: [{ operation: "insert_page", title: `Page ${i}` }],
          });
        }
        return numbers;
      });
      const numbers = (await Promise.all(made)).flat();
      const sorted = numbers.toSorted((a, b) => a - b);
      assert.deepEqual(
        sorted,
        Array.from({ length: 20 }, (_, i) => i + 1),
      );
      for (const connection of both) {
        const { body } = await ok(connection, "GET", space.path);
        assert.deepEqual([body.comments, body.changeRequests, body.changeRequestsDraft], [20, 20, 20]);
        const { pages } = (await ok(connection, "GET", `${space.path}/content/pages`)).body;
        assert.equal(pages.length, 20);
        const found = await ok(connection, "GET", `${space.path}/search?query=page&limit=50`);
        assert.equal(found.body.count, 20);
      }
    });

    test("see each other's changes: content, settings and roles at once, and tokens after a short time", async () => {
      const space = await app.space({ title: "Before" });
      const [first, second] = await connect(await app.member("admin"));
      const person = await app.member("read");
      const connections = await connect(person);
      for (const [i, title] of ["First", "Second", "Third"].entries()) {
        const [writer, reader] = i % 2 === 0 ? [first, second] : [second, first];
        await ok(writer, "PATCH", space.path, { title });
        const { body } = await writer.send("POST", `${space.path}/content`, {
          body: { changes: [{ operation: "insert_page", title }] },
        });
        // Concurrent reads share a snapshot for at most 10 ms.
        await wait(20);
        assert.equal((await ok(reader, "GET", space.path)).body.title, title);
        const page = body.changes[0].page.id;
        assert.equal((await ok(reader, "GET", `${space.path}/content/page/${page}`)).body.title, title);
      }
      const readStatuses = async () =>
        Promise.all(connections.map(async (connection) => (await connection.send("GET", space.path)).status));
      assert.deepEqual(await readStatuses(), [200, 200]);
      await ok(first, "PATCH", `/orgs/${app.organizationId}/members/${person.id}`, { role: null });
      await wait(20);
      assert.deepEqual(await readStatuses(), [404, 404]);
      await app.context.database.write((trx) =>
        trx.deleteFrom("tokens").where("hash", "=", hashToken(person.token)).execute(),
      );
      // Tokens are cached for 100 ms.
      await wait(150);
      assert.deepEqual(await readStatuses(), [401, 401]);
    });

    test("run each job once", async () => {
      const both = await connect(await app.member("admin"));
      const specs = `/orgs/${app.organizationId}/openapi`;
      const names = Array.from({ length: 6 }, (_, i) => `spec-${i}`);
      for (const round of [1, 2]) {
        const put = (name: string, i: number) =>
          ok(both[(i + round) % 2] ?? both[0], "PUT", `${specs}/${name}`, {
            source: { text: JSON.stringify({ openapi: "3.1.0", info: { version: `${round}` }, paths: {} }) },
          });
        await Promise.all(names.map(put));
        // Polled with another token, since the polling would count against the rate limit.
        const isDone = async (name: string) =>
          (await app.ok(app.admin, `GET ${specs}/${name}`)).processingState === "complete";
        for (const name of names) while (!(await isDone(name))) await wait(100);
      }
      for (const name of names) {
        const { body } = await ok(both[1], "GET", `${specs}/${name}/versions`);
        assert.equal(body.count, 2, "there is not one version for each change");
      }
    });

    test("share the rate limit of a token", async () => {
      const countAllowed = async (person: Person, urls: readonly string[], times: number) => {
        const connections = Array.from(
          { length: 12 },
          (_, i) => new Connection(urls[i % urls.length] ?? "", person.token),
        );
        const replies = connections.map(async (connection) => {
          const statuses: number[] = [];
          while (statuses.length < times / 12) statuses.push((await connection.send("GET", "/user")).status);
          connection.close();
          return statuses;
        });
        const statuses = (await Promise.all(replies)).flat();
        assert.deepEqual(new Set(statuses), new Set([200, 429]));
        return statuses.filter((status) => status === 200).length;
      };
      const urls = servers.map(({ url }) => url);
      const together = await countAllowed(await app.member("read"), urls, rateLimit * 3);
      assert.ok(together <= rateLimit, `${together} requests were allowed`);
      // Each of two servers reserves a twentieth of the limit in advance.
      assert.ok(together >= rateLimit * 0.9, `${together} requests were allowed`);
      for (const url of urls)
        assert.equal(await countAllowed(await app.member("read"), [url], rateLimit * 1.5), rateLimit);
    });
  });
}
