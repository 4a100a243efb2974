import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { runNextJob } from "../server/jobs/work.ts";

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
