import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createTestDatabase, databaseKinds, testOnce } from "../support/databases.ts";
import { adminToken, callServer, runLectern, startServer } from "../support/server.ts";
import { useServer } from "../support/suite-server.ts";

for (const kind of databaseKinds) {
  describe(`the command line beside a running server (${kind})`, () => {
    const server = useServer(kind);
    const once = testOnce({ kind });
    const { call, lectern } = server;
    const status = async (token: string) =>
      (await fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status;

    test("creates users and tokens, prints only those, and revokes tokens", async () => {
      const user = await lectern("user", "create", "--email", "Ada@Example.com", "--name", "Ada");
      assert.match(user.stdout, /^[0-9A-Za-z]{22}\n$/);
      const options = ["--email", "ada@example.com", "--name", "laptop", "--expires", "30d"];
      const created = await lectern("token", "create", ...options);
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

    once("sets a password, and prints a link for choosing another", async () => {
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
      const body = { link: link.searchParams.get("link"), password: "another password" };
      assert.equal((await post("/auth/password", body)).status, 200);
      assert.equal((await post("/auth/sign-in", { email, password })).status, 401);
      const reply = await post("/auth/sign-in", { email, password: body.password });
      const [cookie = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
      assert.equal((await fetch(`${server.url}/v1/user`, { headers: { cookie } })).status, 200);
    });

    once("prints a link that signs in without a password", async () => {
      const { stdout } = await lectern("user", "sign-in-link", "--email", "admin@localhost");
      const { pathname, searchParams } = new URL(stdout.trim());
      const reply = await fetch(`${server.url}${pathname}`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ link: searchParams.get("link") ?? "" }),
      });
      assert.deepEqual([reply.status, reply.headers.get("location")], [303, "/app"]);
      const [cookie = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
      const user = await (await fetch(`${server.url}/v1/user`, { headers: { cookie } })).json();
      assert.equal(user.email, "admin@localhost");
    });

    once("marks an integration as verified until its next version", async () => {
      const { items } = await call("GET /orgs");
      const fields = { title: "Chat", description: "", script: "", organization: items[0].id };
      await call("POST /integrations/chat", fields);
      for (const verb of ["verify", "unverify", "verify"]) {
        assert.equal((await lectern("integration", verb, "chat")).stdout, "chat\n");
        assert.equal((await call("GET /integrations/chat")).verified, verb === "verify");
      }
      await call("POST /integrations/chat", fields);
      const next = await call("GET /integrations/chat");
      assert.deepEqual([next.version, next.verified], [2, false]);
    });

    once("reports a missing or wrong argument in one line", async () => {
      for (const [args, message] of [
        [["token", "create"], /^Which user\?/],
        [["token", "create", "--email", "nobody@example.com"], /^There is no user nobody@example\.com/],
        [["token", "create", "--email", "admin@localhost", "--expires", "soon"], /^--expires must be/],
        [["token", "create", "--wrong", "x"], /Unknown option '--wrong'/],
        [["token", "revoke"], /^Which token\?/],
        [["token", "revoke", "nothing"], /^There is no token nothing/],
        [["user", "create", "--email", "admin@localhost"], /^The user admin@localhost already exists/],
        [["user", "password-link"], /^Which user\?/],
        [["user", "password-link", "--email", "nobody@example.com"], /^There is no user nobody@example\.com/],
        [["user", "sign-in-link"], /^Which user\?/],
        [["integration", "verify"], /^Which integration\?/],
        [["integration", "verify", "nothing"], /^No integration is published as nothing/],
        [["backup"], /^Which file\?/],
        [["restore", "/nowhere"], /^There is no file \/nowhere/],
        [["dance"], /^Unknown command "dance"/],
      ] as const) {
        const { code, stdout, stderr } = await lectern(...args);
        assert.equal(code, 1, args.join(" "));
        assert.equal(stdout, "");
        assert.match(stderr, message);
        assert.doesNotMatch(stderr, /\n +at /);
      }
      assert.match((await lectern()).stdout, /token create --email E/);
    });

    test("writes a backup that restores all data, including into the other kind of database", async () => {
      const file = join(server.folder, "backup.lectern");
      const token = (await lectern("token", "create", "--email", "admin@localhost")).stdout.trim();
      const path = `/orgs/${(await call("GET /orgs")).items[0].id}`;
      // More rows than one batch of a backup.
      const emails = Array.from({ length: 700 }, (_, i) => `person-${i}@example.com`);
      await call(`POST ${path}/invites`, { emails });
      const countMembers = async (url: string) =>
        (await callServer(url, `GET ${path}/members?search=person-`, undefined, token)).count;
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
      assert.equal(await status(token), 200);
      assert.equal(await countMembers(server.url), 700);
      if (kind === "sqlite")
        assert.match(readdirSync(join(server.folder, "backups")).join(), /before-restore/);

      const other = await createTestDatabase(kind === "sqlite" ? "postgres" : "sqlite");
      const moved = await runLectern(other.environment, "restore", file);
      assert.equal(moved.code, 0, moved.stderr);
      const otherServer = await startServer(other.environment);
      const copy = JSON.stringify(await callServer(otherServer.url, "GET /orgs", undefined, token));
      const original = await call("GET /orgs", undefined, token);
      assert.deepEqual(JSON.parse(copy.replaceAll(otherServer.url, server.url)), original);
      assert.equal(await countMembers(otherServer.url), 700);
      await otherServer.stop();
      await other.remove();
    });

    test("restores the database file of a killed server with all acknowledged writes", async () => {
      const source = await createTestDatabase("sqlite");
      const killed = await startServer({ ...source.environment, LECTERN_ADMIN_TOKEN: "killed-token" });
      await killed.stop("SIGKILL");
      const file = join(source.environment.LECTERN_DATA_DIR ?? "", "lectern.db");
      const target = await createTestDatabase(kind);
      const restored = await runLectern(target.environment, "restore", file);
      assert.equal(restored.code, 0, restored.stderr);
      const { stdout } = await runLectern(target.environment, "token", "list");
      assert.match(stdout, /admin@localhost\tFirst token/);
      await source.remove();
      await target.remove();
    });

    test("restores comments while clients post others", async () => {
      const file = join(server.folder, "comments.lectern");
      const { items: organizations } = await call("GET /orgs");
      const { id: spaceId } = await call(`POST /orgs/${organizations[0].id}/spaces`, {});
      const comments = `/spaces/${spaceId}/comments`;
      const body = { body: { markdown: "Hm." } };
      const { id } = await call(`POST ${comments}`, body);
      await call(`POST ${comments}/${id}/replies`, body);
      await call(`PUT ${comments}/${id}`, { addedReactions: ["👍"] });
      const before = await call(`GET ${comments}`);
      assert.equal((await lectern("backup", file)).code, 0);

      let isRestored = false;
      const post = async () => {
        while (!isRestored) await call(`POST ${comments}`, body).catch(() => undefined);
      };
      const writers = Array.from({ length: 4 }, post);
      const restored = await lectern("restore", file);
      isRestored = true;
      await Promise.all(writers);
      assert.equal(restored.code, 0, restored.stderr);
      const { items } = await call(`GET ${comments}?order=asc&limit=1000`);
      assert.deepEqual(items[0], before.items[0]);
      assert.equal((await call(`GET /spaces/${spaceId}`)).comments, items.length);
    });

    test("refuses to restore a file that is not a backup", async () => {
      const file = join(server.folder, "no-backup");
      writeFileSync(file, "something else");
      assert.match((await lectern("restore", file)).stderr, /is not a complete backup of Lectern/);
      assert.equal(await status(adminToken), 200);
    });
  });
}
