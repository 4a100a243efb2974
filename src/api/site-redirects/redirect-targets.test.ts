import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("targets of redirects", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  /** A published site with the pages /start and /guide/install in a default section, and the section /api with the page /api/usage. */
  async function createSite() {
    const { app } = suite;
    const [docs, api] = [await app.space({ title: "Docs" }), await app.space({ title: "API" })];
    await app.page(docs.path, "Start");
    const guide = await app.page(docs.path, "Guide");
    const install = await app.page(docs.path, "Install", { into: guide });
    await app.page(docs.path, "Secret", { condition: "visitor.claims.staff" });
    const usage = await app.page(api.path, "Usage");
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { spaces: [docs.id], title: "Handbook" });
    const path = `${sites}/${id}`;
    const section = await admin(`POST ${path}/sections`, { spaceId: api.id, title: "API" });
    await admin(`PATCH ${path}/sections/${section.id}`, { path: "api" });
    const { urls } = await admin(`POST ${path}/publish`);
    return { path, docs, api, section, install, usage, url: urls.published as string };
  }

  test("many redirects are imported at once, after a preview, or none if one is wrong", async () => {
    const { app } = suite;
    const { path, section, install, url } = await createSite();
    const old = { kind: "site-section", siteSectionId: section.id };
    const kept = await admin(`POST ${path}/redirects`, { source: "/old", destination: old });
    await admin(`POST ${path}/redirects`, { source: "/same", destination: old });
    const redirects = [
      { source: "/old/", destination: "/guide/install" },
      { source: "same", destination: `${url}/api?x#y` },
      { source: `${url}/neu/%C3%9cber%20uns`, destination: "api/usage" },
      { source: "/start", destination: "/" },
    ];
    const wrong = [
      { source: "/old", destination: "/guide" },
      { source: "https://other.example/a", destination: "/guide" },
      { source: "/x", destination: "/nowhere" },
      { source: "/", destination: "/guide" },
      { source: "/a/%E0", destination: "/guide" },
      { source: "/guide", destination: "/guide" },
      { source: `/${"x".repeat(512)}`, destination: "/guide" },
    ];
    const preview = await admin(`POST ${path}/redirects/import`, {
      redirects: [...redirects, ...wrong],
      dryRun: true,
    });
    assert.deepEqual(
      preview.results.map(({ status, source, target, isUnused, field }: Record<string, unknown>) => [
        status,
        source,
        (target as { path: string } | undefined)?.path ?? field,
        ...(isUnused ? ["unused"] : []),
      ]),
      [
        ["updated", "/old", "/guide/install"],
        ["unchanged", "/same", "/api"],
        ["created", "/neu/%C3%9Cber%20uns", "/api/usage"],
        ["created", "/start", "/", "unused"],
        ["error", "/old", "source"],
        ["error", "https://other.example/a", "source"],
        ["error", "/x", "destination"],
        ["error", "/", "source"],
        ["error", "/a/%E0", "source"],
        ["error", "/guide", "destination"],
        ["error", `/${"x".repeat(512)}`, "source"],
      ],
    );
    assert.match(preview.results[6].error, /there is none at \/nowhere/);
    await app.refused(
      app.admin,
      `POST ${path}/redirects/import`,
      400,
      /^redirects\[4\]\.source: is the source/,
      {
        body: { redirects: [...redirects, ...wrong] },
      },
    );
    assert.equal((await admin(`GET ${path}/redirects`)).count, 2, "nothing was written");

    await admin(`POST ${path}/redirects/import`, { redirects });
    const { items, count } = await admin(`GET ${path}/redirect-targets`);
    assert.equal(count, 4);
    assert.deepEqual(
      items.map(({ source, target }: { source: string; target: object }) => ({ source, ...target })),
      [
        { source: "/neu/%C3%9Cber%20uns", title: "Usage", path: "/api/usage", url: `${url}/api/usage` },
        { source: "/old", title: "Install", path: "/guide/install", url: `${url}/guide/install` },
        { source: "/same", title: "API", path: "/api", url: `${url}/api` },
        { source: "/start", title: "Docs", path: "/", url },
      ].map((item) => (item.path === "/" ? { ...item, title: items[3].target.title } : item)),
    );
    assert.equal(items[1].id, kept.id, "a replaced redirect keeps its id");
    assert.equal(items[1].destination.pageId, install);
    const again = await admin(`POST ${path}/redirects/import`, { redirects });
    assert.deepEqual(
      new Set(again.results.map(({ status }: { status: string }) => status)),
      new Set(["unchanged"]),
    );
    await app.refused(await app.member("create"), `POST ${path}/redirects/import`, 403, /role admin/, {
      body: { redirects },
    });
    await app.refused(app.admin, `POST ${path}/redirects/import`, 400, /^redirects/, {
      body: { redirects: [] },
    });
  });

  test("redirects are found by a part of their source, and paged in its order", async () => {
    const { path } = await createSite();
    const redirects = Array.from({ length: 1_100 }, (_, i) => ({
      source: `/v${String(i % 7)}/Page_${String(i).padStart(4, "0")}`,
      destination: i % 2 ? "/start" : "/api",
    }));
    await admin(`POST ${path}/redirects/import`, {
      redirects: [...redirects, { source: "/100%25/über", destination: "/start" }],
    });
    const first = await admin(`GET ${path}/redirect-targets?limit=1000`);
    assert.deepEqual([first.count, first.items.length], [1_101, 1_000]);
    const rest = await admin(`GET ${path}/redirect-targets?limit=1000&page=${first.next.page}`);
    const sources = [...first.items, ...rest.items].map(({ source }) => source);
    assert.deepEqual(sources, sources.toSorted());
    assert.equal(new Set(sources).size, 1_101);
    const search = async (text: string, list = "redirect-targets") =>
      (await admin(`GET ${path}/${list}?search=${encodeURIComponent(text)}`)).items.map(
        ({ source }: { source: string }) => source,
      );
    assert.deepEqual(await search("page_0042"), ["/v0/Page_0042"]);
    assert.deepEqual(await search("page_0042", "redirects"), ["/v0/Page_0042"]);
    assert.deepEqual(await search("/über"), ["/100%25/%C3%BCber"]);
    assert.deepEqual(await search("/100%25"), ["/100%25/%C3%BCber"]);
    assert.deepEqual(await search("pageX"), []);
  });

  test("a target that was deleted is shown as missing", async () => {
    const { app } = suite;
    const { path, docs, install } = await createSite();
    await admin(`POST ${path}/redirects/import`, {
      redirects: [{ source: "/gone", destination: "/guide/install" }],
    });
    await app.change(docs.path, { operation: "delete_page", page: install });
    const [redirect] = (await admin(`GET ${path}/redirect-targets`)).items;
    assert.deepEqual([redirect.source, "target" in redirect], ["/gone", false]);
  });

  test("an address is explained by the rule that decides", async () => {
    const { app } = suite;
    const { path, docs, section, install, url } = await createSite();
    const destination = { kind: "site-section", siteSectionId: section.id };
    const redirect = await admin(`POST ${path}/redirects`, { source: "/reference", destination });
    await app.change(docs.path, { operation: "update_page", page: install, slug: "setup" });
    await admin(`PATCH ${path}/sections/${section.id}`, { path: "interfaces" });
    const explain = async (address: string) => {
      const reply = await admin(`GET ${path}/address-explanation?address=${encodeURIComponent(address)}`);
      return [reply.rule, reply.target?.path, reply.page?.title];
    };
    assert.deepEqual(await explain("/start"), ["page", "/", "Start"]);
    assert.deepEqual(await explain(`${url}/guide/setup/?q#x`), ["page", "/guide/setup", "Install"]);
    assert.deepEqual(await explain("/guide/install"), ["moved-page", "/guide/setup", "Install"]);
    assert.deepEqual(await explain("/reference"), ["redirect", "/interfaces", "Usage"]);
    assert.deepEqual(await explain("api/usage"), ["former-site-path", "/interfaces", "Usage"]);
    assert.deepEqual((await explain("/Interfaces"))[0], "other-case");
    assert.deepEqual(await explain("/secret"), ["hidden", "/secret", "Secret"]);
    assert.deepEqual(await explain("/nowhere"), ["not-found", undefined, undefined]);
    const explained = await admin(`GET ${path}/address-explanation?address=reference`);
    assert.deepEqual([explained.path, explained.redirect.id], ["/reference", redirect.id]);
    for (const address of ["https://other.example/a", "/%E0", "/a/../b"])
      await app.refused(
        app.admin,
        `GET ${path}/address-explanation?address=${encodeURIComponent(address)}`,
        400,
        /^address: /,
      );
  });
});
