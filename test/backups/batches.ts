import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { callServer } from "../support/server.ts";

/** Creates a space in the first organization, and gives its path. */
export async function makeSpace(url: string): Promise<string> {
  const { items } = await callServer(url, "GET /orgs");
  const { id } = await callServer(url, `POST /orgs/${items[0].id}/spaces`, {});
  return `/spaces/${id}`;
}

/** Starts clients that write to a space until they are stopped. */
export function startWriters(url: string, space: string) {
  const done: string[] = [];
  let isOver = false;
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    for (let i = 0; !isOver; i++) {
      done.push(await writeBatch(url, space, `w${writer}-${i}`));
      // Everything that is written has to be checked afterwards.
      await wait(100);
    }
  });
  return {
    /** The names of the acknowledged batches. */
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

/** Writes two pages and a file in one request, a comment, and a merged change request, all with the same name. */
export async function writeBatch(url: string, space: string, name: string): Promise<string> {
  const page = (title: string) => ({
    operation: "insert_page",
    title,
    document: { markdown: `Text of ${name}.` },
  });
  const base64 = Buffer.from(name.repeat(20_000)).toString("base64");
  const file = { operation: "insert_files", files: [{ name, contentType: "text/plain", base64 }] };
  await callServer(url, `POST ${space}/content`, {
    changes: [page(`${name} left`), page(`${name} right`), file],
  });
  await callServer(url, `POST ${space}/comments`, { body: { markdown: name } });
  const request = await callServer(url, `POST ${space}/change-requests`, { subject: name });
  const path = `${space}/change-requests/${request.id}`;
  await callServer(url, `POST ${path}/content`, {
    changes: [page(`${name} merged`), page(`${name} merged too`)],
  });
  await callServer(url, `POST ${path}/merge`);
  return name;
}

/** Asserts that no batch is incomplete, that the counts are right, and that these batches exist. */
export async function assertComplete(url: string, space: string, names: readonly string[]): Promise<void> {
  const { pages, files } = await callServer(url, `GET ${space}/content`);
  const titles = new Set<string>(pages.map(({ title }: { title: string }) => title));
  const inBoth = (left: string, right: string) => {
    const [first, second] = [left, right].map(
      (end) =>
        new Set(
          [...titles].filter((title) => title.endsWith(end)).map((title) => title.slice(0, -end.length)),
        ),
    );
    assert.deepEqual(first, second, "no incomplete batch");
    return first ?? new Set();
  };
  const written = inBoth(" left", " right");
  const merged = inBoth(" merged", " merged too");
  assert.deepEqual(new Set(files.map(({ name }: { name: string }) => name)), written);
  for (const { name, downloadURL } of files.slice(0, 5)) {
    const address = new URL(downloadURL);
    const bytes = await fetch(url + address.pathname + address.search);
    assert.equal(await bytes.text(), name.repeat(20_000));
  }
  for (const { id, title } of pages.slice(0, 5))
    assert.equal(
      (await callServer(url, `GET ${space}/content/page/${id}`)).markdown.trim(),
      `Text of ${title.split(" ")[0]}.`,
    );

  const comments = await walkList(url, `${space}/comments?limit=1000`);
  const { comments: counted } = await callServer(url, `GET ${space}`);
  assert.equal(counted, comments.length, "the count of comments is right");
  const posted = new Set(comments.map(({ body }) => String(body?.markdown).trim()));
  const requests = await walkList(url, `${space}/change-requests?limit=1000&status=merged`);
  const subjects = new Set(requests.map(({ subject }) => subject));
  assert.deepEqual(subjects, merged, "merged change requests are listed, and their pages exist");
  // Each client writes sequentially.
  assert.deepEqual([posted.difference(written), merged.difference(posted)], [new Set(), new Set()]);
  for (const name of names) assert.ok(merged.has(name), `${name} was acknowledged`);
}

async function walkList(url: string, list: string): Promise<Awaited<ReturnType<typeof callServer>>[]> {
  const items = [];
  for (let page: string | undefined, isDone = false; !isDone; isDone = page === undefined) {
    const part = await callServer(url, `GET ${list}${page ? `&page=${page}` : ""}`);
    items.push(...part.items);
    page = part.next?.page;
  }
  return items;
}
