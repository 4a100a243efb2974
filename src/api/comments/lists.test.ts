import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type TestApp } from "../../../test/support/app.ts";

interface Posted {
  readonly id: string;
  readonly author: string;
  readonly page: string | undefined;
  readonly status: "open" | "resolved";
}

/** Posts 24 comments by three users, on two pages and without a page, and resolves every fourth. */
async function postComments(app: TestApp, path: string, pages: readonly string[]): Promise<Posted[]> {
  const people = [app.admin, await app.member("comment"), await app.member("comment")];
  const posted: Posted[] = [];
  for (let i = 0; i < 24; i++) {
    const author = people[i % 3] ?? app.admin;
    const page = pages[Math.floor(i / 3) % 3];
    const { id } = await app.comment(path, page === undefined ? {} : { page }, author);
    const resolved = i % 4 === 0;
    if (resolved) await app.ok(app.admin, `PUT ${path}/comments/${id}`, { body: { resolved } });
    posted.push({ id, author: author.id, page, status: resolved ? "resolved" : "open" });
  }
  return posted;
}

async function listIds(app: TestApp, path: string, query = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let page: string | undefined, done = false; !done; done = page === undefined) {
    const list = await app.ok(app.admin, `GET ${path}`, { query: { ...query, ...(page && { page }) } });
    ids.push(...list.items.map(({ id }: { id: string }) => id));
    page = list.next?.page;
  }
  return ids;
}

describeOnEachDatabase("lists of comments", (suite) => {
  test("are filtered by status, page and authors, in both orders", async () => {
    const { app } = suite;
    const space = await app.space();
    const pages = [await app.page(space.path, "A"), await app.page(space.path, "B")];
    const request = await app.changeRequest(space);
    await app.comment(space.path);
    for (const path of [space.path, request.path]) {
      const before = path === space.path ? await listIds(app, `${path}/comments`) : [];
      for (const id of before) await app.ok(app.admin, `DELETE ${path}/comments/${id}`);
      const posted = await postComments(app, path, pages);
      const [one = "", two = "", three = ""] = posted.map(({ author }) => author);
      const authorLists = [undefined, [one], [one, two], [two, three, "nobody"], ["nobody"]];
      // All combinations on the space; on the change request, whose lists have the same filters, some of them.
      const isSpace = path === space.path;
      for (const status of isSpace ? [undefined, "all", "open", "resolved"] : [undefined, "open", "resolved"])
        for (const targetPage of isSpace ? [undefined, pages[1], "nowhere"] : [undefined, pages[0]])
          for (const authors of authorLists)
            for (const order of [undefined, "asc", "desc"] as const) {
              const expected = posted
                .filter((comment) => status === undefined || status === "all" || comment.status === status)
                .filter((comment) => targetPage === undefined || comment.page === targetPage)
                .filter((comment) => authors === undefined || authors.includes(comment.author))
                .map(({ id }) => id);
              if (order !== "asc") expected.reverse();
              const query = {
                ...(status && { status }),
                ...(targetPage && { targetPage }),
                ...(authors && { authors }),
                ...(order && { order }),
              };
              const { items, count } = await app.ok(app.admin, `GET ${path}/comments`, { query });
              assert.deepEqual(
                items.map(({ id }: { id: string }) => id),
                expected,
                JSON.stringify(query),
              );
              assert.equal(count, expected.length);
              if (authors !== undefined && order !== undefined && targetPage === undefined)
                assert.deepEqual(
                  await listIds(app, `${path}/comments`, { ...query, authors: authors.join(","), limit: 5 }),
                  expected,
                );
            }
    }
    const list = `GET ${space.path}/comments`;
    await app.refused(app.admin, list, 400, /^status: must be one of all, open, resolved/, {
      query: { status: "closed" },
    });
    await app.refused(app.admin, list, 400, /^order: must be one of/, { query: { order: "up" } });
    await app.refused(app.admin, list, 400, /^format: must be one of/, { query: { format: "html" } });
  });

  test("have every comment once during concurrent insertions and deletions", async () => {
    const { app } = suite;
    const space = await app.space();
    const staying: string[] = [];
    const leaving: string[] = [];
    for (let i = 0; i < 40; i++) (i % 2 ? staying : leaving).push((await app.comment(space.path)).id);
    for (const order of ["asc", "desc"] as const) {
      const seen: string[] = [];
      for (let page: string | undefined, done = false; !done; done = page === undefined) {
        const query = { order, limit: 3, ...(page && { page }) };
        const [list] = await Promise.all([
          app.ok(app.admin, `GET ${space.path}/comments`, { query }),
          app.comment(space.path).then(({ id }) => order === "desc" || leaving.push(id)),
          app.call(app.admin, `DELETE ${space.path}/comments/${leaving.pop() ?? "none"}`),
        ]);
        seen.push(...list.items.map(({ id }: { id: string }) => id));
        page = list.next?.page;
        // New comments come as fast as they are read, so the loop needs a limit.
        if (seen.length > 200) break;
      }
      for (const id of staying) assert.equal(seen.filter((seenId) => seenId === id).length, 1);
      assert.equal(new Set(seen).size, seen.length);
    }
  });

  test("have shorter pages for long comments as blocks", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const markdown = "long ".repeat(20_000);
    const { id } = await app.comment(request.path);
    const replies = `${request.path}/comments/${id}/replies`;
    const lists = [`${space.path}/comments`, `${request.path}/reviews`, replies];
    for (let i = 0; i < 6; i++) {
      await app.comment(space.path, { body: { markdown } });
      await app.ok(app.admin, `POST ${replies}`, { body: { body: { markdown } } });
      await app.ok(app.admin, `POST ${request.path}/reviews`, {
        body: { status: "approved", comment: { markdown } },
      });
    }
    for (const path of lists) {
      const first = await app.ok(app.admin, `GET ${path}?format=document&limit=1000`);
      assert.equal(first.items.length, 1, path);
      assert.equal(first.count, 6);
      const ids = await listIds(app, path, { format: "document", limit: 1000 });
      assert.deepEqual(ids, await listIds(app, path));
      assert.equal(new Set(ids).size, 6);
    }
  });

  test("have shorter pages for long Markdown and for many reactions", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const markdown = "\u0001".repeat(100_000);
    for (let i = 0; i < 90; i++) await app.comment(path, { body: { markdown } });
    const { items } = await app.ok(app.admin, `GET ${path}/comments?limit=1000`);
    assert.equal(items.length, Math.floor((8 * 1024 * 1024) / 100_000));
    const short = await app.space();
    const emojis = Array.from({ length: 50 }, (_, i) => String.fromCodePoint(0x1f600 + i));
    for (let i = 0; i < 20; i++) {
      const { id } = await app.comment(short.path);
      await app.ok(app.admin, `PUT ${short.path}/comments/${id}`, { body: { addedReactions: emojis } });
    }
    const reacted = await app.ok(app.admin, `GET ${short.path}/comments?format=document`);
    assert.equal(reacted.items.length, Math.floor((64 * 1024) / (50 * 300 + 3)));
    assert.equal(new Set(await listIds(app, `${short.path}/comments`, { format: "document" })).size, 20);
  });

  test("of replies begin with the oldest", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const { id } = await app.comment(path);
    const replies: string[] = [];
    for (let i = 0; i < 7; i++) {
      const body = { body: { markdown: `${i}` } };
      replies.push((await app.ok(app.admin, `POST ${path}/comments/${id}/replies`, { body })).id);
    }
    assert.deepEqual(await listIds(app, `${path}/comments/${id}/replies`, { limit: 2 }), replies);
  });

  test("of commenters have each member with a comment or reply once", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    for (const { path } of [space, request]) {
      const people = [app.admin, await app.member("comment"), await app.member("comment")] as const;
      const [, second, third] = people;
      const listCommenters = async (query = {}) => await listIds(app, `${path}/commenters`, query);
      const sortedIds = (...users: Person[]) => users.map(({ id }) => id).sort();
      assert.deepEqual(await listCommenters(), []);
      const first = await app.comment(path);
      await app.comment(path);
      const other = await app.comment(path, {}, second);
      const replies = `${path}/comments/${first.id}/replies`;
      const reply = await app.ok(third, `POST ${replies}`, { body: { body: { markdown: "x" } } });
      assert.deepEqual(await listCommenters(), sortedIds(...people));
      assert.deepEqual(await listCommenters({ limit: 1 }), sortedIds(...people));
      const { count, items } = await app.ok(second, `GET ${path}/commenters`, { query: { limit: 2 } });
      assert.equal(count, 3);
      assert.equal(items[0].object, "member");
      assert.deepEqual(
        items[0],
        await app.ok(app.admin, `GET /orgs/${app.organizationId}/members/${items[0].id}`),
      );
      await app.ok(third, `DELETE ${replies}/${reply.id}`);
      assert.deepEqual(await listCommenters(), sortedIds(app.admin, second));
      await app.ok(second, `DELETE ${path}/comments/${other.id}`);
      assert.deepEqual(await listCommenters(), sortedIds(app.admin));
      await app.comment(path, {}, second);
      await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${second.id}`);
      assert.deepEqual(await listCommenters(), sortedIds(app.admin));
      const { items: remaining } = await app.ok(app.admin, `GET ${path}/comments`, {
        query: { authors: second.id },
      });
      assert.equal(remaining[0].postedBy.id, second.id);
    }
  });
});
