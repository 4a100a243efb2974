import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { readConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/open-context.ts";
import {
  createTestDatabase,
  type DatabaseKind,
  databaseKinds,
  type TestDatabase,
} from "../support/databases.ts";
import { runLectern, startServer } from "../support/server.ts";

const token = "backup-test-token";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

for (const kind of databaseKinds) {
  describe(`a backup while clients write (${kind})`, () => {
    test("by command and by schedule holds one moment: no half of anything, and all that was acknowledged before", async (t) => {
      const source = await createTestDatabase(kind);
      const folder = source.environment.LECTERN_DATA_DIR ?? "";
      const server = await startServer({
        ...source.environment,
        LECTERN_ADMIN_TOKEN: token,
        LECTERN_RATE_LIMIT: "0",
        LECTERN_BACKUP_EVERY: "1h",
        LECTERN_BACKUP_DIR: join(folder, "on-schedule"),
        LECTERN_WORKERS: "2",
      });
      t.after(() => server.stop().then(source.remove));
      const { items } = await send("GET", `${server.url}/v1/orgs`);
      const { id } = await send("POST", `${server.url}/v1/orgs/${items[0].id}/spaces`, {});
      const space = `/v1/spaces/${id}`;

      const done: string[] = [];
      let isOver = false;
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; !isOver; i++) done.push(await writeBatch(server.url + space, `w${writer}-${i}`));
      });
      const acknowledged = async (count: number) => {
        while (done.length < count) await Promise.race([wait(50), Promise.all(writers)]);
      };
      await acknowledged(8);
      const before = [...done];
      const file = join(folder, "by-command.db");
      const command = await runLectern(source.environment, "backup", file);
      assert.equal(command.code, 0, command.stderr);
      // The first of the schedule came with the start; now it is time for the second.
      const onSchedule = join(folder, "on-schedule");
      await waitForBackups(onSchedule, 1);
      const beforeSchedule = [...done];
      await makeDue(source);
      const scheduled = await waitForBackups(onSchedule, 2);
      isOver = true;
      await Promise.all(writers);
      await looksWhole(server.url + space, done);

      // The one into the same kind of database, the other into the other.
      await restoreAndLook(kind, file, space, before);
      await restoreAndLook(kind === "sqlite" ? "postgres" : "sqlite", scheduled, space, beforeSchedule);
    });
  });
}

/** Two pages and a file in one batch, a comment, and a merge: what belongs together bears the same name. */
async function writeBatch(space: string, name: string): Promise<string> {
  const page = (title: string) => ({
    operation: "insert_page",
    title,
    document: { markdown: `Text of ${name}.` },
  });
  const base64 = Buffer.from(name.repeat(20_000)).toString("base64");
  const file = { operation: "insert_files", files: [{ name, contentType: "text/plain", base64 }] };
  await send("POST", `${space}/content`, { changes: [page(`${name} left`), page(`${name} right`), file] });
  await send("POST", `${space}/comments`, { body: { markdown: name } });
  const request = await send("POST", `${space}/change-requests`, { subject: name });
  const there = `${space}/change-requests/${request.id}`;
  await send("POST", `${there}/content`, { changes: [page(`${name} merged`), page(`${name} merged too`)] });
  await send("POST", `${there}/merge`);
  return name;
}

async function restoreAndLook(
  kind: DatabaseKind,
  file: string,
  space: string,
  atLeast: string[],
): Promise<void> {
  const target = await createTestDatabase(kind);
  const restored = await runLectern(target.environment, "restore", file);
  assert.equal(restored.code, 0, restored.stderr);
  const server = await startServer({ ...target.environment, LECTERN_RATE_LIMIT: "0" });
  await looksWhole(server.url + space, atLeast);
  // It goes on from there.
  await looksWhole(server.url + space, [await writeBatch(server.url + space, "later")]);
  await server.stop();
  await target.remove();
}

/** What is there is there as a whole and counted right, and these names are. */
async function looksWhole(space: string, names: readonly string[]): Promise<void> {
  const { pages, files } = await send("GET", `${space}/content`);
  const titles = new Set<string>(pages.map(({ title }: { title: string }) => title));
  const inBoth = (left: string, right: string) => {
    const [first, second] = [left, right].map(
      (end) =>
        new Set(
          [...titles].filter((title) => title.endsWith(end)).map((title) => title.slice(0, -end.length)),
        ),
    );
    assert.deepEqual(first, second, "no half of a batch");
    return first ?? new Set();
  };
  const written = inBoth(" left", " right");
  const merged = inBoth(" merged", " merged too");
  assert.deepEqual(new Set(files.map(({ name }: { name: string }) => name)), written);
  for (const { name, downloadURL } of files.slice(0, 5)) {
    const address = new URL(downloadURL);
    const bytes = await fetch(new URL(space).origin + address.pathname + address.search);
    assert.equal(await bytes.text(), name.repeat(20_000));
  }
  for (const { id, title } of pages.slice(0, 5))
    assert.equal(
      (await send("GET", `${space}/content/page/${id}`)).markdown.trim(),
      `Text of ${title.split(" ")[0]}.`,
    );

  const comments = await walkList(`${space}/comments`);
  const { comments: counted } = await send("GET", space);
  assert.equal(counted, comments.length, "the comments are counted");
  const said = new Set(comments.map(({ body }) => String(body?.markdown).trim()));
  const requests = await walkList(`${space}/change-requests`, "&status=merged");
  const subjects = new Set(requests.map(({ subject }) => subject));
  assert.deepEqual(subjects, merged, "what is merged is said to be merged, and is there");
  // Each client writes one after the other.
  assert.deepEqual([said.difference(written), merged.difference(said)], [new Set(), new Set()]);
  for (const name of names) assert.ok(merged.has(name), `${name} was acknowledged`);
}

async function makeDue({ environment }: TestDatabase): Promise<void> {
  const database = await openDatabase(readConfig(environment));
  const due = { run_at: new Date().toISOString() };
  await database.write((trx) => trx.updateTable("jobs").set(due).where("kind", "=", "back-up").execute());
  await database.close();
}

/** The newest of so many. */
async function waitForBackups(folder: string, count: number): Promise<string> {
  for (;;) {
    const written = names(folder).filter((name) => name.endsWith("-scheduled.db"));
    if (written.length >= count) return join(folder, written.toSorted().at(-1) ?? "");
    await wait(100);
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into; each assertion is the check
async function send(method: string, url: string, body?: object): Promise<any> {
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  assert.ok(
    response.ok,
    `${method} ${url} answered ${response.status}: ${response.ok ? "" : await response.text()}`,
  );
  return response.json();
}

/** All items of a list. */
async function walkList(list: string, query = ""): Promise<Awaited<ReturnType<typeof send>>[]> {
  const items = [];
  for (let page: string | undefined, isDone = false; !isDone; isDone = page === undefined) {
    const part = await send("GET", `${list}?limit=1000${query}${page ? `&page=${page}` : ""}`);
    items.push(...part.items);
    page = part.next?.page;
  }
  return items;
}
