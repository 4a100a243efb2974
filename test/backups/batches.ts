import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";

export const token = "backup-test-token";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

/** A new space of the first organization: its path, below any server. */
export async function makeSpace(url: string): Promise<string> {
  const { items } = await send("GET", `${url}/v1/orgs`);
  const { id } = await send("POST", `${url}/v1/orgs/${items[0].id}/spaces`, {});
  return `/v1/spaces/${id}`;
}

/** Clients that write to a space until they are told to stop. */
export function startWriters(space: string) {
  const done: string[] = [];
  let isOver = false;
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    for (let i = 0; !isOver; i++) {
      done.push(await writeBatch(space, `w${writer}-${i}`));
      // What is written while a backup is has to be looked through afterwards.
      await wait(100);
    }
  });
  return {
    /** The names of what was acknowledged so far. */
    done,
    acknowledged: async (count: number) => {
      while (done.length < count) await Promise.race([wait(50), Promise.all(writers)]);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

/** Two pages and a file in one batch, a comment, and a merge: what belongs together bears the same name. */
export async function writeBatch(space: string, name: string): Promise<string> {
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

/** What is there is there as a whole and counted right, and these names are. */
export async function looksWhole(space: string, names: readonly string[]): Promise<void> {
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
