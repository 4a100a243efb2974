import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { callServer } from "../support/server.ts";

/** Creates a space in the first organization, and returns its path. */
export async function makeSpace(url: string): Promise<string> {
  const { items } = await callServer(url, "GET /orgs");
  const { id } = await callServer(url, `POST /orgs/${items[0].id}/spaces`, {});
  return `/spaces/${id}`;
}

/** Starts clients that write to a space until they are stopped. */
export function startWriters(url: string, space: string) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    for (let i = 0; !isStopped; i++) {
      acknowledged.push(await writeBatch(url, space, `w${writer}-${i}`));
      // Every batch is checked afterwards, so few are written.
      await wait(100);
    }
  });
  return {
    /** The names of the acknowledged batches. */
    acknowledged,
    waitForBatches: async (count: number) => {
      while (acknowledged.length < count) await Promise.race([wait(50), Promise.all(writers)]);
    },
    stop: async () => {
      isStopped = true;
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

/** Asserts that every batch is complete, that the counts are right, and that the batches with these names exist. */
export async function assertComplete(url: string, space: string, names: readonly string[]): Promise<void> {
  const { pages, files } = await callServer(url, `GET ${space}/content`);
  const titles = new Set<string>(pages.map(({ title }: { title: string }) => title));
  const namesWithBoth = (left: string, right: string) => {
    const [first, second] = [left, right].map(
      (suffix) =>
        new Set(
          [...titles]
            .filter((title) => title.endsWith(suffix))
            .map((title) => title.slice(0, -suffix.length)),
        ),
    );
    assert.deepEqual(first, second, "a batch is incomplete");
    return first ?? new Set();
  };
  const written = namesWithBoth(" left", " right");
  const merged = namesWithBoth(" merged", " merged too");
  assert.deepEqual(new Set(files.map(({ name }: { name: string }) => name)), written);
  for (const { name, downloadURL } of files.slice(0, 5)) {
    const { pathname, search } = new URL(downloadURL);
    const download = await fetch(url + pathname + search);
    assert.equal(await download.text(), name.repeat(20_000));
  }
  for (const { id, title } of pages.slice(0, 5))
    assert.equal(
      (await callServer(url, `GET ${space}/content/page/${id}`)).markdown.trim(),
      `Text of ${title.split(" ")[0]}.`,
    );

  const comments = await walkList(url, `${space}/comments?limit=1000`);
  const { comments: commentCount } = await callServer(url, `GET ${space}`);
  assert.equal(commentCount, comments.length, "the count of comments is wrong");
  const posted = new Set(comments.map(({ body }) => String(body?.markdown).trim()));
  const requests = await walkList(url, `${space}/change-requests?limit=1000&status=merged`);
  const subjects = new Set(requests.map(({ subject }) => subject));
  assert.deepEqual(subjects, merged, "the listed change requests and the merged pages differ");
  // Each client writes sequentially.
  assert.deepEqual([posted.difference(written), merged.difference(posted)], [new Set(), new Set()]);
  for (const name of names) assert.ok(merged.has(name), `${name} was acknowledged, but is missing`);
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
