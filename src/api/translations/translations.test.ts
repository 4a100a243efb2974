import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { languages } from "../../storage/database/index.ts";

describeOnEachDatabase("translation settings", (suite) => {
  const settingsPath = () => `/orgs/${suite.app.organizationId}/translations`;

  test("are created, listed, changed and deleted", async () => {
    const { app } = suite;
    const created = await app.ok(app.admin, `POST ${settingsPath()}`, {
      body: { title: "Manual", unknown: 1 },
    });
    const path = `${settingsPath()}/${created.id}`;
    assert.deepEqual(created, {
      object: "translation-settings",
      id: created.id,
      title: "Manual",
      languages: [],
      createdAt: created.createdAt,
      updatedAt: created.createdAt,
      permissions: { view: true, edit: true },
      urls: { location: app.context.urls.api(path) },
    });
    const put = (body: object) => app.ok(app.admin, `PUT ${path}`, { body });
    assert.deepEqual((await put({ title: "Manual", languages: ["pt-br", "de"] })).languages, ["pt-br", "de"]);
    const renamed = await put({ title: "Handbook" });
    assert.deepEqual([renamed.title, renamed.languages], ["Handbook", ["pt-br", "de"]]);
    assert.ok(renamed.updatedAt > renamed.createdAt);
    assert.deepEqual(await app.ok(app.admin, `GET ${path}`), renamed);
    assert.deepEqual((await put({ title: "Handbook", languages: [] })).languages, []);
    const body = { title: "All", languages: [...languages] };
    const all = await app.ok(app.admin, `POST ${settingsPath()}`, { body });
    assert.deepEqual(all.languages, languages);
    const { items, count } = await app.ok(app.admin, `GET ${settingsPath()}`);
    assert.deepEqual([items.map(({ id }: { id: string }) => id), count], [[created.id, all.id], 2]);
    assert.equal((await app.call(app.admin, `DELETE ${path}`)).status, 205);
    assert.equal((await app.call(app.admin, `DELETE ${path}`)).status, 204);
    for (const method of ["GET", "PUT"])
      await app.refused(app.admin, `${method} ${path}`, 404, /^Translation settings not found$/, {
        ...(method === "PUT" && { body: { title: "Gone" } }),
      });
  });

  test("are refused with the name of an invalid field", async () => {
    const { app } = suite;
    const { id } = await app.ok(app.admin, `POST ${settingsPath()}`, { body: { title: "T".repeat(100) } });
    for (const [body, message] of [
      [{}, /^title: is required/],
      [{ title: "" }, /^title: must/],
      [{ title: "T".repeat(101) }, /^title: must/],
      [{ title: null }, /^title: must be string/],
      [{ title: "T", languages: "fr" }, /^languages: must be array/],
      [{ title: "T", languages: ["xx"] }, /^languages\[0\]: must be one of/],
      [{ title: "T", languages: ["fr", "de", "fr"] }, /^languages: must/],
    ] as const)
      for (const operation of [`POST ${settingsPath()}`, `PUT ${settingsPath()}/${id}`])
        await app.refused(app.admin, operation, 400, message, { body });
  });

  test("are read by members and changed by creators", async () => {
    const { app } = suite;
    const creator = await app.member("create");
    const { id } = await app.ok(creator, `POST ${settingsPath()}`, { body: { title: "Mine" } });
    const path = `${settingsPath()}/${id}`;
    const body = { title: "Yours" };
    const reader = await app.member("review");
    assert.deepEqual((await app.ok(reader, `GET ${path}`)).permissions, { view: true, edit: false });
    await app.refused(reader, `PUT ${path}`, 403, /create/, { body });
    await app.refused(reader, `POST ${settingsPath()}`, 403, /create/, { body });
    await app.refused(reader, `DELETE ${path}`, 403, /create/);
    const guest = await app.member(null);
    await app.refused(guest, `GET ${settingsPath()}`, 403, /read/);
    await app.refused(guest, `GET ${path}`, 404, /^Translation settings not found$/);
    const other = await app.organization();
    await app.refused(other.admin, `GET ${path}`, 404, /^Organization not found$/);
    await app.refused(other.admin, `GET /orgs/${other.id}/translations/${id}`, 404, /^Translation settings/);
    assert.equal((await app.ok(creator, `PUT ${path}`, { body })).title, "Yours");
  });
});
