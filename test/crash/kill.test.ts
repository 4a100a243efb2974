import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, databaseKinds } from "../support/databases.ts";
import { startServer } from "../support/server.ts";

const token = "crash-test-token";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

for (const kind of databaseKinds) {
  describe(`kill -9 (${kind})`, () => {
    test("during writes loses no write that was acknowledged, and breaks nothing", async () => {
      const { present, acknowledged } = await killWhileWriting(kind, {
        write: async (url, name) => {
          const teams = `${url}/v1/orgs/${await firstOrganization(url)}/teams`;
          return (await send("PUT", teams, { title: name })).id;
        },
        read: async (url) => {
          const path = `${url}/v1/orgs/${await firstOrganization(url)}/teams?limit=1000`;
          return (await walk(path)).map(({ id }) => id);
        },
      });
      assert.deepEqual(acknowledged.difference(present), new Set());
    });

    test("during edits of content keeps every page that was acknowledged, with its document", async () => {
      const markdown = (name: string) => `# ${name}\n\nText of ${name}.\n`;
      const spaceAt = oneSpace();
      const { present, acknowledged } = await killWhileWriting(kind, {
        prepare: async (url) => void (await spaceAt(url)),
        write: async (url, name) => {
          const base64 = Buffer.from(name.repeat(10_000)).toString("base64");
          const files = [{ name, contentType: "text/plain", base64 }];
          const changes = [
            { operation: "insert_page", title: name, document: { markdown: markdown(name) } },
            { operation: "insert_files", files },
          ];
          await send("POST", `${await spaceAt(url)}/content`, { changes });
          return name;
        },
        read: async (url) => {
          const space = await spaceAt(url);
          const { pages, files } = await send("GET", `${space}/content`);
          for (const { id, title } of pages)
            assert.equal((await send("GET", `${space}/content/page/${id}`)).markdown, markdown(title));
          for (const { name, downloadURL } of files)
            assert.equal(await (await fetch(downloadURL)).text(), name.repeat(10_000));
          assert.equal(pages.length, files.length);
          return pages.map(({ title }: { title: string }) => title);
        },
      });
      assert.deepEqual(acknowledged.difference(present), new Set());
    });

    test("during merges leaves each change request merged as a whole, or not at all", async () => {
      const spaceAt = oneSpace();
      const { present, acknowledged } = await killWhileWriting(kind, {
        prepare: async (url) => void (await spaceAt(url)),
        write: async (url, name) => {
          const requests = `${await spaceAt(url)}/change-requests`;
          const { id } = await send("POST", requests, { subject: name });
          await send("POST", `${requests}/${id}/content`, {
            changes: [{ operation: "insert_page", title: name }],
          });
          assert.equal((await send("POST", `${requests}/${id}/merge`)).result, "merge");
          return name;
        },
        read: async (url) => {
          const space = await spaceAt(url);
          const { pages } = await send("GET", `${space}/content`);
          const { items } = await send("GET", `${space}/change-requests?status=merged&limit=1000`);
          const drafts = await send("GET", `${space}/change-requests?status=draft&limit=1000`);
          const titles = pages.map(({ title }: { title: string }) => title);
          assert.deepEqual(
            titles.toSorted(),
            items.map(({ subject }: { subject: string }) => subject).toSorted(),
          );
          for (const { revisionMerged } of items) await send("GET", `${space}/revisions/${revisionMerged}`);
          const { changeRequests, changeRequestsDraft } = await send("GET", space);
          assert.deepEqual(
            [changeRequests, changeRequestsDraft],
            [items.length + drafts.count, drafts.count],
          );
          return titles;
        },
      });
      assert.deepEqual(acknowledged.difference(present), new Set());
    });
    test("during a discussion keeps every comment and reply, and the counts of them", async () => {
      const spaceAt = oneSpace();
      const { present, acknowledged } = await killWhileWriting(kind, {
        prepare: async (url) => void (await spaceAt(url)),
        write: async (url, name) => {
          const comments = `${await spaceAt(url)}/comments`;
          const body = { body: { markdown: name } };
          const { id } = await send("POST", comments, body);
          await send("POST", `${comments}/${id}/replies`, body);
          await send("PUT", `${comments}/${id}`, { resolved: name.endsWith("1"), addedReactions: ["👍"] });
          return name;
        },
        read: async (url) => {
          const space = await spaceAt(url);
          const said: string[] = [];
          for (const status of ["open", "resolved"]) {
            const items = await walk(`${space}/comments?limit=1000&status=${status}`);
            for (const { id, replies } of items)
              assert.equal((await send("GET", `${space}/comments/${id}/replies`)).items.length, replies);
            const { count } = await send("GET", `${space}/comments?status=${status}`);
            assert.equal(count, items.length);
            if (status === "open") assert.equal((await send("GET", space)).comments, items.length);
            for (const { body, replies, reactions } of items)
              if (replies === 1 && reactions.length === 1) said.push(body.markdown);
          }
          return said;
        },
      });
      assert.deepEqual(acknowledged.difference(present), new Set());
    });
  });
}

/** Finds the first space at an address, or makes it. */
function oneSpace(): (url: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (url) => {
    const there = known.get(url);
    if (there !== undefined) return there;
    const spaces = `${url}/v1/orgs/${await firstOrganization(url)}/spaces`;
    const { items } = await send("GET", spaces);
    const space = `${url}/v1/spaces/${items[0]?.id ?? (await send("POST", spaces, {})).id}`;
    known.set(url, space);
    return space;
  };
}

interface Scenario {
  prepare?(url: string): Promise<void>;
  /** Writes something new; what it is called, once that is acknowledged. */
  write(url: string, name: string): Promise<string>;
  /** Everything that is there in the end. */
  read(url: string): Promise<string[]>;
}

/** Kills a server three times while eight clients write, then reads what is left. */
async function killWhileWriting(kind: (typeof databaseKinds)[number], { prepare, write, read }: Scenario) {
  const database = await createTestDatabase(kind);
  const environment = { ...database.environment, LECTERN_ADMIN_TOKEN: token, LECTERN_RATE_LIMIT: "0" };
  const acknowledged = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const server = await startServer(environment);
    await prepare?.(server.url);
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; ; i++) {
        const written = await write(server.url, `w${round}-${writer}-${i}`).catch(() => undefined);
        if (written === undefined) return;
        acknowledged.add(written);
      }
    });
    // In the middle of things: a slow machine takes its time to get there.
    const before = acknowledged.size;
    for (let waited = 0; waited < 200 && acknowledged.size < before + 10; waited++) await sleep(100);
    await sleep(300);
    await server.stop("SIGKILL");
    await Promise.all(writers);
  }
  assert.ok(acknowledged.size > 10, `${acknowledged.size} writes were acknowledged`);
  const server = await startServer(environment);
  const present = new Set(await read(server.url));
  await server.stop();
  await database.remove();
  return { present, acknowledged };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into; each assertion is the check
async function send(method: string, url: string, body?: object): Promise<any> {
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  assert.ok(response.ok, `${method} ${url} answered ${response.status}`);
  return response.json();
}

/** All items of a list. */
async function walk(list: string): Promise<Awaited<ReturnType<typeof send>>[]> {
  const items = [];
  for (let page: string | undefined, done = false; !done; done = page === undefined) {
    const part = await send("GET", `${list}${page ? `&page=${page}` : ""}`);
    items.push(...part.items);
    page = part.next?.page;
  }
  return items;
}

async function firstOrganization(url: string): Promise<string> {
  return (await send("GET", `${url}/v1/orgs`)).items[0]?.id ?? "";
}
