import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { runNextJob } from "../server/jobs/work.ts";
import { listFormerPaths } from "./list-former-paths.ts";
import { findPublishedSpace } from "./published-content.ts";

describeOnEachDatabase("a page that was moved or renamed", (suite) => {
  /** A published site of one space, and what its URLs resolve to: a page id, or the path of a redirect. */
  async function publish() {
    const { app } = suite;
    const space = await app.space({ title: "Handbook" });
    await app.page(space.path, "Home");
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await app.ok(app.admin, `POST ${sites}`, { body: { title: "Docs", spaces: [space.id] } });
    await app.ok(app.admin, `POST ${sites}/${id}/publish`);
    const { urls } = await app.ok(app.admin, `PATCH ${sites}/${id}`, { body: { visibility: "public" } });
    const resolve = async (path: string, claims: object = {}) => {
      const body = { url: `${urls.published}/${path}`, visitor: { unsignedClaims: claims } };
      const { redirect, page } = await app.ok(app.admin, "POST /urls/published", { body });
      return redirect?.slice(urls.published.length) ?? page;
    };
    const update = (page: string, fields: object) =>
      app.change(space.path, { operation: "update_page", page, ...fields });
    const move = (page: string, into: string | null) =>
      app.change(space.path, { operation: "update_page", page, into });
    return { space, path: `${sites}/${id}`, resolve, update, move };
  }

  test("is found by each of its former paths, also below parents that were moved", async () => {
    const { app } = suite;
    const { space, resolve, update, move } = await publish();
    const guide = await app.page(space.path, "Guide");
    const [parent, other] = [await app.page(space.path, "Parent"), await app.page(space.path, "Other")];
    const below = await app.page(space.path, "Below", { into: guide });
    await update(guide, { slug: "manual" });
    assert.equal(await resolve("guide"), "/manual");
    assert.equal(await resolve("guide/below"), "/manual/below");
    await move(guide, parent);
    await update(parent, { slug: "new-parent" });
    await move(guide, other);
    for (const path of ["guide", "manual", "parent/manual", "new-parent/manual"]) {
      assert.equal(await resolve(path), "/other/manual", path);
      assert.equal(await resolve(`${path}/below`), "/other/manual/below", path);
    }
    assert.equal(await resolve("other/manual/below"), below);
    await move(below, null);
    assert.equal(await resolve("parent/manual/below"), "/below");
    assert.equal(await resolve("guide/nothing"), undefined);
  });

  test("has all of its former paths in a list, also after pages have changed places, but not without bound", async () => {
    const { app } = suite;
    const { space, resolve, update, move } = await publish();
    const [above, below] = [await app.page(space.path, "Above"), await app.page(space.path, "Below")];
    const leaf = await app.page(space.path, "Leaf", { into: below });
    await move(below, above);
    await move(below, null);
    await move(above, below);
    await move(above, null);
    await update(above, { slug: "top" });
    const many = await app.page(space.path, "Many");
    for (let i = 0; i < 20; i++) await update(many, { slug: `many-${i}` });
    const site = { organization_id: app.organizationId, id: "" };
    const published = await findPublishedSpace(app.context, site, space.id);
    assert.ok(published !== undefined);
    const isShown = (id: string) => id !== leaf;
    const listed = await listFormerPaths(app.context.database.read, published, isShown);
    const current = new Map([
      [above, "/top"],
      [below, "/below"],
      [many, "/many-19"],
    ]);
    for (const [path, id] of listed) assert.equal(await resolve(path), current.get(id), path);
    for (const path of ["above", "above/below", "top/below", "below/above", "many-18"])
      assert.ok(listed.has(path), path);
    assert.equal([...listed.values()].filter((id) => id === many).length, 16);
    assert.ok(![...listed.keys()].some((path) => path === "below" || path.endsWith("leaf")));
  });

  test("has no more former paths in a list because a hidden page is at one of them now", async () => {
    const { app } = suite;
    const { space, update, move } = await publish();
    const parent = await app.page(space.path, "Parent");
    const many = await app.page(space.path, "Many", { into: parent });
    for (let i = 0; i < 10; i++) await update(many, { slug: `below-${i}` });
    await move(many, null);
    for (let i = 0; i < 20; i++) await update(many, { slug: `many-${i}` });
    const hidden = await app.page(space.path, "Hidden", { into: parent, slug: "below-0" });
    const site = { organization_id: app.organizationId, id: "" };
    const published = await findPublishedSpace(app.context, site, space.id);
    assert.ok(published !== undefined);
    const listed = await listFormerPaths(app.context.database.read, published, (id) => id !== hidden);
    assert.equal([...listed.values()].filter((id) => id === many).length, 17);
  });

  test("gives way to a new page at its former path, and is found again when that is deleted", async () => {
    const { app } = suite;
    const { space, resolve, update } = await publish();
    const first = await app.page(space.path, "First", { slug: "page" });
    await update(first, { slug: "first" });
    const second = await app.page(space.path, "Second", { slug: "page" });
    assert.equal(await resolve("page"), second);
    await update(second, { slug: "second" });
    assert.equal(await resolve("page"), "/second");
    await app.change(space.path, { operation: "delete_page", page: second });
    assert.equal(await resolve("page"), "/first");
    await app.change(space.path, { operation: "delete_page", page: first });
    assert.equal(await resolve("page"), undefined);
  });

  test("is found below a former parent that was deleted since", async () => {
    const { app } = suite;
    const { space, resolve, move } = await publish();
    const top = await app.page(space.path, "Top");
    const middle = await app.page(space.path, "Middle", { into: top });
    const leaf = await app.page(space.path, "Leaf", { into: middle });
    await move(leaf, null);
    await app.change(space.path, { operation: "delete_page", page: top });
    assert.equal(await resolve("top/middle/leaf"), "/leaf");
    assert.equal(await resolve("top/middle"), undefined);
  });

  test("is found after a merge that moved it", async () => {
    const { app } = suite;
    const { space, resolve } = await publish();
    const page = await app.page(space.path, "Draft");
    const request = await app.changeRequest(space);
    await app.change(request.path, { operation: "update_page", page, slug: "never-merged" });
    await app.change(request.path, { operation: "update_page", page, slug: "final" });
    await app.page(space.path, "Another");
    assert.equal(await resolve("final"), undefined);
    await app.ok(app.admin, `POST ${request.path}/merge`);
    assert.equal(await resolve("draft"), "/final");
    assert.equal(await resolve("never-merged"), undefined);
  });

  test("is not revealed to visitors who may not see it", async () => {
    const { app } = suite;
    const { space, resolve, update } = await publish();
    const condition = "visitor.claims.unsigned.beta";
    const secret = await app.page(space.path, "Secret", { condition });
    await update(secret, { slug: "hidden" });
    assert.equal(await resolve("secret"), undefined);
    assert.equal(await resolve("secret", { beta: true }), "/hidden");
  });

  test("is found in sections and variants, and by paths in other case", async () => {
    const { app } = suite;
    const { path, resolve } = await publish();
    const [reference, older] = [await app.space({ title: "Api" }), await app.space({ title: "v1" })];
    const { id: section } = await app.ok(app.admin, `POST ${path}/sections`, {
      body: { spaceId: reference.id, title: "API" },
    });
    await app.ok(app.admin, `POST ${path}/site-spaces`, { body: { spaceId: older.id, sectionId: section } });
    for (const { path: space } of [reference, older]) {
      await app.page(space, "Start");
      const page = await app.page(space, "Before");
      await app.change(space, { operation: "update_page", page, slug: "After" });
    }
    assert.equal(await resolve("api/before"), "/api/After");
    assert.equal(await resolve("api/v1/before"), "/api/v1/After");
    for (const written of ["API/after", "Api/AFTER", "api/after"])
      assert.equal(await resolve(written), "/api/After", written);
    assert.equal(await resolve("API/V1/before"), "/api/v1/After");
    assert.equal(await resolve("API/start"), "/api");
  });

  test("is found by former paths of its section and its variant", async () => {
    const { app } = suite;
    const { path, resolve } = await publish();
    const add = async (title: string, section?: string) => {
      const space = await app.space({ title });
      for (const page of ["Start", "Guide", `Only ${title}`]) await app.page(space.path, page);
      const body = { spaceId: space.id, ...(section ? { sectionId: section } : { title }) };
      const { id } = await app.ok(app.admin, `POST ${path}/${section ? "site-spaces" : "sections"}`, {
        body,
      });
      return { space, id };
    };
    const rename = (part: string, body: object) => app.ok(app.admin, `PATCH ${path}/${part}`, { body });
    const api = await add("Api");
    const older = await add("v1", api.id);
    await rename(`sections/${api.id}`, { path: "reference" });
    assert.equal(await resolve("api"), "/reference");
    assert.equal(await resolve("api/guide"), "/reference/guide");
    assert.equal(await resolve("api/v1/guide"), "/reference/v1/guide");
    assert.equal(await resolve("api/v1"), "/reference/v1");
    await rename(`site-spaces/${older.id}`, { path: "version-1" });
    for (const from of ["api/v1", "reference/v1"])
      assert.equal(await resolve(`${from}/guide`), "/reference/version-1/guide", from);
    const page = await app.page(older.space.path, "Before");
    await app.change(older.space.path, { operation: "update_page", page, slug: "after" });
    assert.equal(await resolve("api/v1/before"), "/reference/version-1/after");
    assert.equal(await resolve("api/v1/nothing"), undefined);

    // A new section at the former path takes precedence with the pages that it has.
    const next = await add("Next");
    await rename(`sections/${next.id}`, { path: "api" });
    assert.match(await resolve("api/guide"), /^[^/]/);
    assert.equal(await resolve("api/only-api"), "/reference/only-api");
    assert.equal(await resolve("next/only-next"), "/api/only-next");

    // The former path of a section does not reveal it to visitors who may not see it.
    await rename(`sections/${api.id}`, { condition: "visitor.claims.unsigned.beta" });
    assert.equal(await resolve("api/only-api"), undefined);
    assert.equal(await resolve("api/only-api", { beta: true }), "/reference/only-api");

    // Another default has no path of its own.
    await rename(`sections/${api.id}`, { condition: null, defaultSiteSpace: older.id });
    await rename(`site-spaces/${older.id}`, { path: "newest" });
    assert.equal(await resolve("reference/version-1/only-v1"), "/reference/only-v1");
    await app.ok(app.admin, `DELETE ${path}/sections/${api.id}`);
    assert.equal(await resolve("api/only-api"), undefined);
    assert.equal(await resolve("next/only-next"), "/api/only-next");
  });

  test("is found at the root of the site after another variant or section has become the default", async () => {
    const { app } = suite;
    const { path, resolve, space } = await publish();
    const structure = async () => (await app.ok(app.admin, `GET ${path}/site-spaces`)).items;
    for (const title of ["Start", "Guide", "Only old"]) await app.page(space.path, title);
    const newer = await app.space({ title: "v2" });
    for (const title of ["Begin", "Guide"]) await app.page(newer.path, title);
    const { id } = await app.ok(app.admin, `POST ${path}/site-spaces`, { body: { spaceId: newer.id } });
    const [{ path: older }] = await structure();
    await app.ok(app.admin, `PATCH ${path}`, { body: { defaultSiteSpace: id } });
    assert.equal(await resolve("only-old"), `/${older}/only-old`);
    assert.match(await resolve("guide"), /^[^/]/, "the page of the new default");
    assert.equal(await resolve("nothing"), undefined);

    const reference = await app.space({ title: "Reference" });
    await app.page(reference.path, "Operations");
    const section = await app.ok(app.admin, `POST ${path}/sections`, { body: { spaceId: reference.id } });
    await app.ok(app.admin, `PATCH ${path}`, { body: { defaultSiteSection: section.id } });
    assert.equal(await resolve("guide"), "/v2/guide");
    assert.equal(await resolve("only-old"), `/v2/${older}/only-old`);
    assert.equal(await resolve(`${older}/only-old`), `/v2/${older}/only-old`);
  });

  test("is found in a copy of its space", async () => {
    const { app } = suite;
    const { space, path, resolve, update } = await publish();
    const page = await app.page(space.path, "Before");
    await update(page, { slug: "after" });
    const { id: spaceId } = await app.ok(app.admin, `POST ${space.path}/duplicate`);
    const { items } = await app.ok(app.admin, `GET ${path}/site-spaces`);
    await app.ok(app.admin, `PATCH ${path}/site-spaces/${items[0].id}`, { body: { spaceId } });
    await app.ok(app.admin, `DELETE ${space.path}`);
    assert.equal(await resolve("before"), "/after");
  });

  test("is found after an upgrade from a version that did not store former paths", async () => {
    const { app } = suite;
    const { context } = app;
    const { space, resolve, update, move } = await publish();
    const parent = await app.page(space.path, "Parent");
    const page = await app.page(space.path, "One");
    await update(page, { slug: "two" });
    await move(page, parent);
    await update(parent, { slug: "three" });
    await context.database.write((trx) => trx.deleteFrom("former_slugs").execute());
    assert.equal(await resolve("one"), undefined);
    await context.database.write((trx) =>
      trx
        .insertInto("jobs")
        .values({
          id: "test",
          kind: "collect-former-slugs",
          payload: "{}",
          attempts: 0,
          run_at: "2000",
          created_at: "2000",
        } as never)
        .execute(),
    );
    for (let job = await runNextJob(context); job; job = await runNextJob(context))
      assert.equal(job.outcome, "done", `${job.kind}: ${job.error}`);
    for (const path of ["one", "two", "parent/two"]) assert.equal(await resolve(path), "/three/two", path);
  });
});
