import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeOnEachDatabase, type Person, uniqueName } from "../../../test/support/app.ts";

describeOnEachDatabase("pages of a list", (suite) => {
  async function readAllPages(
    person: Person,
    path: string,
    query: Record<string, string | number>,
    between: () => Promise<unknown> = async () => {},
  ): Promise<{ ids: string[]; counts: number[] }> {
    const ids: string[] = [];
    const counts: number[] = [];
    for (let page: string | undefined; ; ) {
      const list = await suite.app.ok(person, `GET ${path}`, { query: { ...query, ...(page && { page }) } });
      ids.push(...list.items.map((item: { id: string }) => item.id));
      counts.push(list.count);
      if (list.next === undefined) return { ids, counts };
      page = list.next.page;
      await between();
    }
  }

  async function createOrganization(size: number): Promise<{ id: string; admin: Person; path: string }> {
    const { id, admin } = await suite.app.organization();
    const emails = Array.from({ length: size - 1 }, () => `${uniqueName()}@example.com`);
    if (emails.length > 0) await suite.app.ok(admin, `POST /orgs/${id}/invites`, { body: { emails } });
    return { id, admin, path: `/orgs/${id}/members` };
  }

  test("have every item once and in order, for every page size", async () => {
    const sizes = await Promise.all([1, 2, 7, 20].map(createOrganization));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sizes),
        fc.integer({ min: 1, max: 25 }),
        fc.constantFrom("asc", "desc"),
        async ({ admin, path }, limit, order) => {
          const unpaged = await readAllPages(admin, path, { limit: 1000, order });
          const paged = await readAllPages(admin, path, { limit, order });
          assert.deepEqual(paged.ids, unpaged.ids);
          assert.ok(paged.counts.every((count) => count === unpaged.ids.length));
          assert.equal(paged.counts.length, Math.max(1, Math.ceil(unpaged.ids.length / limit)));
        },
      ),
      { numRuns: 40 },
    );
  });

  test("have every unchanged item exactly once during concurrent insertions and deletions", async () => {
    const { app } = suite;
    const { id, admin, path } = await createOrganization(30);
    const { ids: before } = await readAllPages(admin, path, { limit: 1000 });
    const leaving = before.filter((memberId) => memberId !== admin.id).filter((_, i) => i % 4 === 0);
    const deleted = new Set(leaving);
    const { ids } = await readAllPages(admin, path, { limit: 3 }, async () => {
      const next = leaving.pop();
      if (next !== undefined) await app.ok(admin, `DELETE ${path}/${next}`);
      await app.ok(admin, `POST /orgs/${id}/invites`, { body: { emails: [`${uniqueName()}@example.com`] } });
    });
    const untouched = before.filter((memberId) => !deleted.has(memberId));
    assert.deepEqual(
      ids.filter((memberId) => untouched.includes(memberId)),
      untouched,
    );
  });

  test("have cursors that are valid for one list and order only", async () => {
    const { app } = suite;
    const { admin, path, id } = await createOrganization(5);
    const { next } = await app.ok(admin, `GET ${path}`, { query: { limit: 2 } });
    await app.ok(admin, `GET ${path}`, { query: { limit: 2, page: next.page } });
    await app.refused(admin, `GET ${path}`, 400, /^page/, {
      query: { limit: 2, page: next.page, order: "asc" },
    });
    await app.refused(admin, `GET ${path}`, 400, /^page/, { query: { page: next.page, sort: "lastSeenAt" } });
    await app.refused(admin, `GET /orgs/${id}/teams`, 400, /^page/, { query: { page: next.page } });
    await app.refused(admin, `GET ${path}`, 400, /^page/, { query: { page: `${next.page}A` } });
    const bytes = Buffer.from(next.page, "base64url");
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
    await app.refused(admin, `GET ${path}`, 400, /^page/, { query: { page: bytes.toString("base64url") } });
  });
});
