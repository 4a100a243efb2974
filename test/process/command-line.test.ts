import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createTestDatabase, databaseKinds, type TestDatabase, testOnce } from "../support/databases.ts";
import { runLectern, type ServerProcess, startServer } from "../support/server.ts";

for (const kind of databaseKinds) {
  describe(`the command line beside a running server (${kind})`, () => {
    let database: TestDatabase;
    let server: ServerProcess;
    const once = testOnce({ kind });
    const lectern = (...args: string[]) => runLectern(database.environment, ...args);
    const status = async (token: string, path = "/v1/user") =>
      (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

    before(async () => {
      database = await createTestDatabase(kind);
      server = await startServer({ ...database.environment, LECTERN_ADMIN_TOKEN: "admin-token" });
    });
    after(async () => {
      await server.stop();
      await database.remove();
    });

    test("makes users and tokens, prints only them, and takes tokens away", async () => {
      const user = await lectern("user", "create", "--email", "Ada@Example.com", "--name", "Ada");
      assert.match(user.stdout, /^[0-9A-Za-z]{22}\n$/);
      const created = await lectern(
        "token",
        "create",
        "--email",
        "ada@example.com",
        "--name",
        "laptop",
        "--expires",
        "30d",
      );
      assert.match(created.stdout, /^lct_[\w-]{43}\n$/);
      assert.equal(created.stderr, "");
      const token = created.stdout.trim();
      assert.equal(await status(token), 200);

      const list = await lectern("token", "list", "--email", "ada@example.com");
      const [id = "", email, name, , , expires = ""] = list.stdout.trim().split("\t");
      assert.deepEqual([email, name], ["ada@example.com", "laptop"]);
      assert.ok(Math.abs(Date.parse(expires) - Date.now() - 30 * 86_400_000) < 60_000);
      assert.doesNotMatch((await lectern("token", "list")).stdout, /lct_/);

      assert.equal((await lectern("token", "revoke", id)).stdout, `${id}\n`);
      assert.equal(await status(token), 401);
    });

    once("gives people a password, or a link to choose one", async () => {
      const post = (path: string, body: object) =>
        fetch(`${server.url}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      const [email, password] = ["cy@example.com", "a long password"];
      const short = await lectern("user", "create", "--email", email, "--password", "short");
      assert.deepEqual([short.code, short.stdout], [1, ""]);
      assert.match(short.stderr, /^--password: must be at least 8 characters/);
      assert.equal((await lectern("user", "create", "--email", email, "--password", password)).code, 0);
      assert.equal((await post("/auth/sign-in", { email, password })).status, 200);

      const { stdout } = await lectern("user", "password-link", "--email", email);
      const link = new URL(stdout.trim());
      assert.equal(link.pathname, "/auth/password");
      const chosen = { link: link.searchParams.get("link"), password: "another password" };
      assert.equal((await post("/auth/password", chosen)).status, 200);
      assert.equal((await post("/auth/sign-in", { email, password })).status, 401);
      const reply = await post("/auth/sign-in", { email, password: chosen.password });
      const [cookie = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
      assert.equal((await fetch(`${server.url}/v1/user`, { headers: { cookie } })).status, 200);
    });

    once("says that somebody has looked at an integration", async () => {
      const headers = { authorization: "Bearer admin-token", "content-type": "application/json" };
      const send = async (path: string, body?: object) =>
        (
          await fetch(`${server.url}/v1${path}`, {
            headers,
            ...(body && { method: "POST", body: JSON.stringify(body) }),
          })
        ).json();
      const { items } = (await send("/orgs")) as { items: { id: string }[] };
      const fields = { title: "Looked at", description: "", script: "", organization: items[0]?.id };
      await send("/integrations/looked-at", fields);
      for (const [verb, verified] of [
        ["verify", true],
        ["unverify", false],
        ["verify", true],
      ] as const) {
        assert.equal((await lectern("integration", verb, "looked-at")).stdout, "looked-at\n");
        assert.equal(((await send("/integrations/looked-at")) as { verified: boolean }).verified, verified);
      }
      await send("/integrations/looked-at", fields);
      const next = (await send("/integrations/looked-at")) as { verified: boolean; version: number };
      assert.deepEqual([next.version, next.verified], [2, false]);
    });

    once("says in one line what it was not given", async () => {
      for (const [args, message] of [
        [["token", "create"], /^Which user\?/],
        [["token", "create", "--email", "nobody@example.com"], /^There is no user nobody@example\.com/],
        [["token", "create", "--email", "admin@localhost", "--expires", "soon"], /^--expires must be a time/],
        [["token", "create", "--wrong", "x"], /Unknown option '--wrong'/],
        [["token", "revoke"], /^Which token\?/],
        [["token", "revoke", "nothing"], /^There is no token nothing/],
        [["user", "create", "--email", "admin@localhost"], /^There is a user admin@localhost already/],
        [["user", "password-link"], /^Which user\?/],
        [["user", "password-link", "--email", "nobody@example.com"], /^There is no user nobody@example\.com/],
        [["integration", "verify"], /^Which integration\?/],
        [["integration", "verify", "nothing"], /^No integration is published as nothing/],
        [["backup"], /^Where to\?/],
        [["restore", "/nowhere"], /^There is no file \/nowhere/],
        [["dance"], /^There is no command "dance"/],
      ] as const) {
        const { code, stdout, stderr } = await lectern(...args);
        assert.equal(code, 1, args.join(" "));
        assert.equal(stdout, "");
        assert.match(stderr, message);
        assert.doesNotMatch(stderr, /\n +at /);
      }
      assert.match((await lectern()).stdout, /token create --email E/);
    });

    test("writes a backup that brings everything back, here and into the other database", async () => {
      const folder = database.environment.LECTERN_DATA_DIR ?? "";
      const file = join(folder, "backup.lectern");
      const { stdout: token } = await lectern("token", "create", "--email", "admin@localhost");
      // More rows than are moved at a time.
      const admin = { authorization: `Bearer ${token.trim()}`, "content-type": "application/json" };
      const orgs = (await (await fetch(`${server.url}/v1/orgs`, { headers: admin })).json()) as {
        items: { id: string }[];
      };
      const path = `/v1/orgs/${orgs.items[0]?.id}`;
      const emails = Array.from({ length: 700 }, (_, i) => `person-${i}@example.com`);
      await fetch(`${server.url}${path}/invites`, {
        method: "POST",
        headers: admin,
        body: JSON.stringify({ emails }),
      });
      const countMembers = async (url: string) =>
        (
          (await (await fetch(`${url}${path}/members?search=person-`, { headers: admin })).json()) as {
            count: number;
          }
        ).count;
      assert.equal(await countMembers(server.url), 700);
      assert.equal((await lectern("backup", file)).code, 0);
      assert.ok(existsSync(file));
      assert.match((await lectern("backup", file)).stderr, /exists already/);

      await lectern("user", "create", "--email", "later@example.com");
      const { stdout: laterToken } = await lectern("token", "create", "--email", "later@example.com");
      assert.equal(await status(laterToken.trim()), 200);
      const restored = await lectern("restore", file);
      assert.equal(restored.code, 0, restored.stderr);
      assert.equal(await status(laterToken.trim()), 401);
      assert.equal(await status(token.trim()), 200);
      assert.equal(await countMembers(server.url), 700);
      if (kind === "sqlite") assert.match(readdirSync(join(folder, "backups")).join(), /before-restore/);

      const other = await createTestDatabase(kind === "sqlite" ? "postgres" : "sqlite");
      const moved = await runLectern(other.environment, "restore", file);
      assert.equal(moved.code, 0, moved.stderr);
      const elsewhere = await startServer(other.environment);
      const headers = { authorization: `Bearer ${token.trim()}` };
      const here = await (await fetch(`${server.url}/v1/orgs`, { headers })).json();
      const there = await (await fetch(`${elsewhere.url}/v1/orgs`, { headers })).text();
      assert.deepEqual(JSON.parse(there.replaceAll(elsewhere.url, server.url)), here);
      assert.equal(await countMembers(elsewhere.url), 700);
      await elsewhere.stop();
      await other.remove();
    });

    test("restores the file of a server that was killed, with all that it had acknowledged", async () => {
      const dead = await createTestDatabase("sqlite");
      const killed = await startServer({ ...dead.environment, LECTERN_ADMIN_TOKEN: "killed-token" });
      await killed.stop("SIGKILL");
      const file = join(dead.environment.LECTERN_DATA_DIR ?? "", "lectern.db");
      const target = await createTestDatabase(kind);
      const restored = await runLectern(target.environment, "restore", file);
      assert.equal(restored.code, 0, restored.stderr);
      const { stdout } = await runLectern(target.environment, "token", "list");
      assert.match(stdout, /admin@localhost\tFirst token/);
      await dead.remove();
      await target.remove();
    });

    test("restores a discussion while it goes on", async () => {
      const file = join(database.environment.LECTERN_DATA_DIR ?? "", "discussion.lectern");
      const { stdout } = await lectern("token", "create", "--email", "admin@localhost");
      const headers = { authorization: `Bearer ${stdout.trim()}`, "content-type": "application/json" };
      const send = async (method: string, path: string, body?: object) => {
        const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        return (await fetch(`${server.url}/v1${path}`, sent)).json() as Promise<Record<string, never>>;
      };
      const { items: organizations = [] } = (await send("GET", "/orgs")) as { items?: { id: string }[] };
      const { id: spaceId } = await send("POST", `/orgs/${organizations[0]?.id}/spaces`, {});
      const comments = `/spaces/${spaceId}/comments`;
      const body = { body: { markdown: "Hm." } };
      const { id } = await send("POST", comments, body);
      await send("POST", `${comments}/${id}/replies`, body);
      await send("PUT", `${comments}/${id}`, { addedReactions: ["👍"] });
      const before = await send("GET", comments);
      assert.equal((await lectern("backup", file)).code, 0);

      let isOver = false;
      const talk = async () => {
        while (!isOver) await send("POST", comments, body).catch(() => undefined);
      };
      const talking = Array.from({ length: 4 }, talk);
      const restored = await lectern("restore", file);
      isOver = true;
      await Promise.all(talking);
      assert.equal(restored.code, 0, restored.stderr);
      const { items = [] } = (await send("GET", `${comments}?order=asc&limit=1000`)) as { items?: object[] };
      assert.deepEqual(items[0], before.items?.[0]);
      assert.equal((await send("GET", `/spaces/${spaceId}`)).comments, items.length);
    });

    test("restores nothing from what is no backup", async () => {
      const file = join(database.environment.LECTERN_DATA_DIR ?? "", "no-backup");
      writeFileSync(file, "something else");
      assert.match((await lectern("restore", file)).stderr, /is not a backup of Lectern/);
      assert.equal(await status("admin-token"), 200);
    });
  });
}
