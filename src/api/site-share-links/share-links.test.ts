import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { createApp } from "../../server/app.ts";

describeOnEachDatabase("share links", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  const keyOf = ({ urls }: { urls: { published: string } }) => urls.published.split("/").at(-1) ?? "";
  const hasAccess = async (person: Person, path: string, shareKey: string): Promise<boolean> => {
    const { status } = await suite.app.call(person, `GET ${path}`, { query: { shareKey, source: "/old" } });
    assert.ok([200, 404].includes(status), `${path} returned ${status}`);
    return status === 200;
  };

  /** Creates a published site with a space in each of two sections, a redirect, and a link. */
  async function createSharedSite() {
    const { app } = suite;
    const [one, two] = [await app.space({ title: "One" }), await app.space({ title: "Two" })];
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { spaces: [one.id], visibility: "share-link" });
    const path = `${sites}/${id}`;
    const section = await admin(`POST ${path}/sections`, { spaceId: two.id });
    const destination = { kind: "site-section", siteSectionId: section.id };
    const redirect = await admin(`POST ${path}/redirects`, { source: "/old", destination });
    await admin(`POST ${path}/publish`);
    const link = await admin(`POST ${path}/share-links`, { name: "Link" });
    return { id: id as string, path, one, two, section, redirect, link, key: keyOf(link) };
  }
  const readablePaths = ({ path, one, two }: Awaited<ReturnType<typeof createSharedSite>>) => [
    ...["published", "structure", "sections", "site-spaces", "redirect"].map((part) => `${path}/${part}`),
    ...[one.path, two.path],
  ];

  test("share links have every field of the specification and are managed by admins", async () => {
    const { app } = suite;
    const { id } = await admin(`POST /orgs/${app.organizationId}/sites`);
    const site = `/orgs/${app.organizationId}/sites/${id}`;
    const path = `${site}/share-links`;
    const reply = await app.call(app.admin, `POST ${path}`, { body: { name: "n".repeat(50) } });
    assert.equal(reply.status, 201);
    const { id: link, createdAt } = reply.body;
    const expected = { object: "share-link", id: link, createdAt, name: "n".repeat(50), active: true };
    assert.deepEqual(reply.body, { ...expected, urls: {} });
    await admin(`POST ${site}/publish`);
    const [listed] = (await app.ok(await app.member("read"), `GET ${path}`)).items;
    assert.equal(listed.urls.published.startsWith(`${app.context.config.baseUrl}/`), true);
    assert.deepEqual(listed, { ...expected, urls: listed.urls });
    const changed = await admin(`PATCH ${path}/${link}`, { active: false });
    assert.deepEqual(changed, { ...listed, active: false });
    assert.deepEqual(await admin(`PATCH ${path}/${link}`, { name: "" }), { ...changed, name: "" });
    assert.deepEqual(await admin(`PATCH ${path}/${link}`, {}), { ...changed, name: "" });
    for (const body of [{}, { name: "n".repeat(51) }, { name: null }])
      await app.refused(app.admin, `POST ${path}`, 400, /^name/, { body });
    await app.refused(app.admin, `PATCH ${path}/${link}`, 400, /^active/, { body: { active: "no" } });
    await app.refused(app.admin, `PATCH ${path}/unknown`, 404, /Share link not found/, { body: {} });
    const creator = await app.member("create");
    for (const operation of [`POST ${path}`, `PATCH ${path}/${link}`, `DELETE ${path}/${link}`])
      await app.refused(creator, operation, 403, /role admin/, { body: { name: "Mine" } });
    const { path: otherSite } = await createSharedSite();
    assert.equal((await app.call(app.admin, `DELETE ${otherSite}/share-links/${link}`)).status, 204);
    for (const status of [205, 204])
      assert.equal((await app.call(app.admin, `DELETE ${path}/${link}`)).status, status);
    assert.equal((await admin(`GET ${path}`)).count, 0);
  });

  test("keys are unique and random", async () => {
    const { path, key } = await createSharedSite();
    const keys = new Set([key]);
    for (let i = 0; i < 20; i++) keys.add(keyOf(await admin(`POST ${path}/share-links`, { name: "Same" })));
    assert.equal(keys.size, 21);
    for (const value of keys) assert.match(value, /^[0-9A-Za-z]{22,}$/, "less than 130 bits");
    for (let i = 0; i < 21; i++)
      assert.ok(new Set([...keys].map((value) => value[i])).size > 4, "too similar");
  });

  test("a key grants access to its own site only, and no other key is shown", async () => {
    const { app } = suite;
    const [site, other] = [await createSharedSite(), await createSharedSite()];
    await admin(`POST ${site.path}/share-links`, { name: "Second" });
    const { key: second } = { key: keyOf((await admin(`GET ${site.path}/share-links`)).items[1]) };
    const outsider = await app.stranger();
    const wrong = [
      other.key,
      site.link.id,
      `${site.key}x`,
      site.key.slice(1),
      site.key.toUpperCase(),
      "",
      "%",
    ];
    for (const path of readablePaths(site)) {
      const found = await app.ok(outsider, `GET ${path}`, { query: { shareKey: second, source: "/old" } });
      const text = JSON.stringify(found);
      assert.ok(text.includes(`/${second}`) && !text.includes(site.key), path);
      for (const person of [outsider, await app.member(null)]) {
        await app.refused(person, `GET ${path}`, 404, /not found/, { query: { source: "/old" } });
        for (const key of wrong) assert.equal(await hasAccess(person, path, key), false, `${path} ${key}`);
      }
    }
    const { permissions, visibility } = await app.ok(outsider, `GET ${site.one.path}?shareKey=${second}`);
    assert.deepEqual([visibility, permissions.view, permissions.comment], ["share-link", true, false]);
    await app.refused(undefined, `GET ${site.path}/published?shareKey=${site.key}`, 401, /token/);
  });

  test("a key works only while it is active and the site is published with visibility share-link", async () => {
    const { app } = suite;
    const site = await createSharedSite();
    const outsider = await app.stranger();
    const link = `${site.path}/share-links/${site.link.id}`;
    for (const [shut, reopen] of [
      [() => admin(`PATCH ${link}`, { active: false }), () => admin(`PATCH ${link}`, { active: true })],
      [() => admin(`POST ${site.path}/unpublish`), () => admin(`POST ${site.path}/publish`)],
      ...["public", "unlisted", "visitor-auth"].map(
        (visibility) =>
          [
            () => admin(`PATCH ${site.path}`, { visibility }),
            () => admin(`PATCH ${site.path}`, { visibility: "share-link" }),
          ] as const,
      ),
      [() => admin(`DELETE ${link}`), undefined],
    ] as const) {
      for (const path of readablePaths(site))
        assert.equal(await hasAccess(outsider, path, site.key), true, path);
      await shut();
      for (const path of readablePaths(site))
        assert.equal(await hasAccess(outsider, path, site.key), false, path);
      await reopen?.();
    }
  });

  test("a key does not reveal parts with a condition or in the trash", async () => {
    const { app } = suite;
    const site = await createSharedSite();
    const outsider = await app.stranger();
    const read = (path: string) => app.ok(outsider, `GET ${path}`, { query: { shareKey: site.key } });
    await admin(`PATCH ${site.path}/sections/${site.section.id}`, { condition: "visitor.claims.isBeta" });
    assert.equal((await read(`${site.path}/sections`)).count, 1);
    assert.equal((await read(`${site.path}/site-spaces`)).count, 1);
    assert.equal((await read(`${site.path}/structure`)).structure.length, 1);
    assert.equal((await read(`${site.path}/published`)).structure.structure.length, 1);
    assert.equal(await hasAccess(outsider, site.two.path, site.key), false);
    assert.equal(await hasAccess(outsider, `${site.path}/redirect`, site.key), false);
    await admin(`DELETE ${site.one.path}`);
    assert.equal((await read(`${site.path}/sections`)).count, 0);
    assert.equal(await hasAccess(outsider, site.one.path, site.key), false);
  });

  test("keys are not logged", async () => {
    const { app } = suite;
    const { path, one, key, link } = await createSharedSite();
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const logging = await createApp({ ...app.context, log });
    const headers = { authorization: `Bearer ${(await app.stranger()).token}` };
    const url = link.urls.published;
    for (const requestUrl of [
      ...[`/v1${path}/published?shareKey=${key}`, `/v1${path}/sections?limit=0&shareKey=${key}`],
      ...[`/v1${one.path}?shareKey=${key}`, `/v1${one.path}/comments?shareKey=${key}`],
      ...[`/v1/urls/published?url=${encodeURIComponent(url)}`, `/v1/nowhere?shareKey=${key}`],
      ...[new URL(url).pathname, `${new URL(url).pathname}/some/page`],
    ])
      await logging.inject({ url: requestUrl, headers });
    await logging.inject({ method: "POST", url: "/v1/urls/published", headers, payload: { url } });
    await logging.close();
    assert.ok(lines.length >= 9, "a request was not logged");
    for (const line of lines) assert.ok(!line.includes(key), line.replace(key, "<the key>"));
  });
});
