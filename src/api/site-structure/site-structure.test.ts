import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { outlineOf, type StructureItem } from "../../../test/support/sites.ts";
import { purgeSpaces } from "../spaces/purge-spaces.ts";

let now = Date.parse("2030-01-01T00:00:00.000Z");
const clock = { now: () => new Date(now).toISOString(), time: () => now };
const day = 86_400_000;

describeOnEachDatabase(
  "the structure of a site",
  (suite) => {
    /** A site with new spaces of these titles. */
    const createSite = async (...titles: string[]) => {
      const { app } = suite;
      const spaces: string[] = [];
      for (const title of titles) spaces.push((await app.space({ title })).id);
      const body = { title: "Site", spaces };
      const { id } = await app.ok(app.admin, `POST /orgs/${app.organizationId}/sites`, { body });
      return { id, spaces, path: `/orgs/${app.organizationId}/sites/${id}` };
    };
    const ok = (operation: string, body?: object): Promise<StructureItem> =>
      suite.app.ok(suite.app.admin, operation, body && { body });
    const outline = async (path: string) => outlineOf((await ok(`GET ${path}/structure`)).structure);
    const list = async (path: string): Promise<StructureItem[]> => (await ok(`GET ${path}`)).items;
    const find = async (path: string, title: string): Promise<StructureItem> => {
      const found = (await list(path)).find((part) => part.title === title);
      assert.ok(found, `${title} is not in ${path}`);
      return found;
    };
    /** A section with a new space of this title. */
    const addSection = async (path: string, title: string, fields: object = {}) => {
      const { id: spaceId } = await suite.app.space({ title });
      return ok(`POST ${path}/sections`, { spaceId, ...fields });
    };
    const status = async (operation: string) => (await suite.app.call(suite.app.admin, operation)).status;

    test("adding the first section moves the existing site spaces to a default section", async () => {
      const { app } = suite;
      const { path } = await createSite("Guide", "Leitfaden");
      const before = await ok(`GET ${path}/structure`);
      assert.deepEqual([before.type, outlineOf(before.structure)], ["siteSpaces", "Guide* Leitfaden"]);
      const spaces = await list(`${path}/site-spaces`);
      assert.deepEqual([spaces[0].section, spaces[0].default, spaces[1].default], [undefined, true, false]);
      const space = await app.space({ title: "Api" });
      const body = { spaceId: space.id, title: "Reference", icon: "book" };
      const reply = await app.call(app.admin, `POST ${path}/sections`, { body });
      assert.equal(reply.status, 201);
      const { id, siteSpaces, ...section } = reply.body;
      assert.equal(reply.headers.location, `${app.context.config.baseUrl}/v1${path}/sections/${id}`);
      assert.deepEqual(section, {
        object: "site-section",
        title: "Reference",
        default: false,
        draft: false,
        path: "reference",
        icon: "book",
        urls: {},
      });
      const { id: siteSpaceId, ...siteSpace } = siteSpaces[0];
      assert.deepEqual(siteSpace, {
        object: "site-space",
        path: "api",
        section: id,
        space: await ok(`GET ${space.path}`),
        title: "Api",
        default: true,
        draft: false,
        hasAdvancedCustomizationFeature: true,
        urls: {},
      });
      const { type, structure } = await ok(`GET ${path}/structure`);
      assert.equal(type, "sections");
      assert.equal(outlineOf(structure), "Guide*(Guide* Leitfaden) Reference(Api*)");
      assert.deepEqual(structure, await list(`${path}/sections`));
      const siteSpacesInSections = await list(`${path}/site-spaces`);
      assert.deepEqual(
        siteSpacesInSections.map(({ id }) => id),
        [...spaces.map((siteSpace) => siteSpace.id), siteSpaceId],
      );
      assert.equal(siteSpacesInSections[1].section, structure[0].id);
      assert.equal((await ok(`GET ${path}`)).siteSpaces, 3);
    });

    test("deleting the last section keeps its site spaces in the site", async () => {
      const { path } = await createSite("Guide", "Leitfaden");
      const api = await addSection(path, "Api");
      const [guide] = await list(`${path}/sections`);
      assert.equal(await status(`DELETE ${path}/sections/${api.id}`), 205);
      assert.equal(await outline(path), "Guide*(Guide* Leitfaden)");
      assert.equal(await status(`DELETE ${path}/sections/${guide.id}`), 205);
      const { type, structure } = await ok(`GET ${path}/structure`);
      assert.deepEqual([type, outlineOf(structure)], ["siteSpaces", "Guide* Leitfaden"]);
      assert.equal(structure[0].section, undefined);
      assert.equal((await ok(`GET ${path}`)).siteSpaces, 2);
      for (const absent of [`sections/${guide.id}`, "sections/x", "site-spaces/x", "section-groups/x"])
        assert.equal(await status(`DELETE ${path}/${absent}`), 204);
    });

    test("deleting a default makes the next part the default, or the first", async () => {
      const { path } = await createSite("One", "Two", "Three");
      const remove = async (parts: string, title: string) => {
        const { id } = await find(`${path}/${parts}`, title);
        await ok(`DELETE ${path}/${parts}/${id}`);
        return outline(path);
      };
      assert.equal(await remove("site-spaces", "One"), "Two* Three");
      await ok(`PATCH ${path}`, { defaultSiteSpace: (await find(`${path}/site-spaces`, "Three")).id });
      assert.equal(await outline(path), "Two Three*");
      assert.equal(await remove("site-spaces", "Three"), "Two*");
      for (const title of ["Api", "Faq"]) await addSection(path, title);
      await ok(`PATCH ${path}`, { defaultSiteSection: (await find(`${path}/sections`, "Api")).id });
      assert.equal(await outline(path), "Two(Two*) Api*(Api*) Faq(Faq*)");
      assert.equal(await remove("sections", "Api"), "Two(Two*) Faq*(Faq*)");
      assert.equal(await remove("site-spaces", "Faq"), "Two*(Two*)", "the empty section is still there");
      assert.equal(await remove("site-spaces", "Two"), "");
      assert.equal((await ok(`GET ${path}/structure`)).type, "siteSpaces");
    });

    test("a space can be in a site twice, and in two sites", async () => {
      const { app } = suite;
      const { id, path, spaces } = await createSite("Guide");
      const other = await createSite();
      const spaceId = spaces[0];
      const secondSiteSpace = await ok(`POST ${path}/site-spaces`, { spaceId });
      assert.deepEqual([secondSiteSpace.path, secondSiteSpace.default], ["guide-1", false]);
      const section = await ok(`POST ${path}/sections`, { spaceId });
      assert.deepEqual([section.path, section.siteSpaces[0].path], ["guide-2", "guide"]);
      assert.equal((await ok(`POST ${other.path}/site-spaces`, { spaceId })).default, true);
      assert.equal(await outline(path), "Guide*(Guide* Guide) Guide(Guide*)");
      const query = { space: spaceId ?? "" };
      const sites = await app.ok(app.admin, `GET /orgs/${app.organizationId}/sites`, { query });
      assert.deepEqual(
        sites.items.map((site: StructureItem) => [site.id, site.siteSpaces]).sort(),
        [
          [id, 3],
          [other.id, 1],
        ].sort(),
      );
      await ok(`DELETE ${path}/site-spaces/${secondSiteSpace.id}`);
      assert.equal(await outline(path), "Guide*(Guide*) Guide(Guide*)");
    });

    test("a path is one segment and unique among siblings", async () => {
      const { app } = suite;
      const { path } = await createSite("Ünï Cödé!", "Ünï Cödé?", "✨");
      const spaces = await list(`${path}/site-spaces`);
      assert.deepEqual(
        spaces.map((siteSpace) => siteSpace.path),
        ["uni-code", "uni-code-1", "page"],
      );
      const [section, other] = [await addSection(path, "Api"), await addSection(path, "Api")];
      assert.deepEqual([section.path, other.path], ["api", "api-1"]);
      for (const [part, taken] of [
        [`site-spaces/${spaces[1].id}`, "uni-code"],
        [`sections/${other.id}`, "api"],
      ] as const) {
        await app.refused(app.admin, `PATCH ${path}/${part}`, 409, /^path: .* is used by/, {
          body: { path: taken },
        });
        for (const wrong of ["", "a/b", ".", "..", "a b", "a?", "#", "%2F", "x".repeat(101)])
          await app.refused(app.admin, `PATCH ${path}/${part}`, 400, /^path: /, { body: { path: wrong } });
        for (const right of ["v1.2", "日本語", "x".repeat(100), "fr"])
          assert.equal((await ok(`PATCH ${path}/${part}`, { path: right })).path, right);
        assert.equal((await ok(`PATCH ${path}/${part}`, { path: "fr" })).path, "fr");
      }
    });

    test("PATCH keeps absent fields, and null removes a value", async () => {
      const { app } = suite;
      const { path, spaces } = await createSite("Guide");
      const plain = await addSection(path, "Api");
      const target = `${path}/sections/${plain.id}`;
      const full = { condition: "visitor.claims.beta", icon: "book", description: "All of it" };
      assert.deepEqual(await ok(`PATCH ${target}`, full), { ...plain, ...full });
      assert.deepEqual(await ok(`PATCH ${target}`, { title: "New" }), { ...plain, ...full, title: "New" });
      const { icon: _, ...rest } = full;
      assert.deepEqual(await ok(`PATCH ${target}`, { title: "Api", icon: null }), { ...plain, ...rest });
      assert.deepEqual(await ok(`PATCH ${target}`, { condition: null, description: null }), plain);
      const added = await ok(`POST ${path}/site-spaces`, { spaceId: spaces[0], sectionId: plain.id });
      assert.equal(
        outlineOf([await ok(`PATCH ${target}`, { defaultSiteSpace: added.id })]),
        "Api(Api Guide*)",
      );
      const siteSpace = `${path}/site-spaces/${added.id}`;
      const { condition } = full;
      assert.equal((await ok(`PATCH ${siteSpace}`, { condition })).condition, condition);
      const swapped = await ok(`PATCH ${siteSpace}`, { spaceId: plain.siteSpaces[0].space.id });
      assert.deepEqual([swapped.title, swapped.condition, swapped.path], ["Api", condition, added.path]);
      assert.equal((await ok(`PATCH ${siteSpace}`, { condition: null })).condition, undefined);
      const guide = await find(`${path}/site-spaces`, "Guide");
      for (const [operation, code, message, body] of [
        [target, 400, /^condition: .*at position 3/, { condition: "1 +" }],
        [siteSpace, 400, /^condition: /, { condition: "window" }],
        [target, 400, /^condition: /, { condition: "" }],
        [target, 400, /^title: /, { title: "x" }],
        [target, 400, /^title: /, { title: null }],
        [target, 400, /^icon: /, { icon: "x".repeat(51) }],
        [target, 400, /^description: /, { description: "x".repeat(257) }],
        [target, 404, /^defaultSiteSpace: Site space not found/, { defaultSiteSpace: guide.id }],
        [path, 404, /^defaultSiteSpace: Site space not found/, { defaultSiteSpace: added.id }],
        [path, 404, /^defaultSiteSection: Site section not found/, { defaultSiteSection: "x" }],
        [siteSpace, 404, /^spaceId: Space not found/, { spaceId: "x" }],
        [`${path}/sections/x`, 404, /^Site section not found/, {}],
        [`${path}/site-spaces/x`, 404, /^Site space not found/, {}],
      ] as const)
        await app.refused(app.admin, `PATCH ${operation}`, code, message, { body });
    });

    test("the filter `default` finds the site space at the root of the site", async () => {
      const { app } = suite;
      const { path } = await createSite("One", "Two");
      await addSection(path, "Api");
      const titles = async (query: { default?: boolean }) =>
        outlineOf((await app.ok(app.admin, `GET ${path}/site-spaces`, { query })).items);
      assert.equal(await titles({}), "One* Two Api*");
      assert.equal(await titles({ default: true }), "One*");
      assert.equal(await titles({ default: false }), "Two Api*");
      await ok(`PATCH ${path}`, { defaultSiteSection: (await find(`${path}/sections`, "Api")).id });
      assert.equal(await titles({ default: true }), "Api*");
    });

    test("published URLs depend on defaults and paths", async () => {
      const { path } = await createSite("One", "Two");
      const api = await addSection(path, "Api");
      const { urls } = await ok(`POST ${path}/publish`);
      const publishedPaths = async () =>
        (await list(`${path}/site-spaces`)).map((part) => part.urls.published.slice(urls.published.length));
      assert.deepEqual(await publishedPaths(), ["", "/two", "/api"]);
      await ok(`PATCH ${path}/sections/${api.id}`, { path: "two" });
      assert.deepEqual(await publishedPaths(), ["", "/one/two", "/two"]);
      await ok(`PATCH ${path}`, { defaultSiteSection: api.id });
      assert.deepEqual(await publishedPaths(), ["/one", "/one/two", ""]);
      assert.equal((await find(`${path}/sections`, "Api")).urls.published, urls.published);
    });

    test("a space in the trash is hidden until it is restored", async () => {
      const { app } = suite;
      const { path, spaces } = await createSite("One", "Two");
      const section = await ok(`POST ${path}/sections`, { spaceId: spaces[0], title: "Three" });
      await ok(`PATCH ${path}`, { visibility: "share-link" });
      await ok(`POST ${path}/publish`);
      const { urls } = await ok(`POST ${path}/share-links`, { name: "Friends" });
      const query = { shareKey: urls.published.split("/").at(-1) };
      const reader = await app.stranger();
      const readerOutline = async () =>
        outlineOf((await app.ok(reader, `GET ${path}/structure`, { query })).structure);
      assert.equal(await readerOutline(), "One*(One* Two) Three(One*)");
      const one = await find(`${path}/site-spaces`, "One");
      await ok(`DELETE /spaces/${spaces[0]}`);
      assert.equal(await readerOutline(), "One*(Two*)", "the next site space is not the default");
      assert.equal(await outline(path), "One*(Two*)");
      assert.equal((await ok(`GET ${path}`)).siteSpaces, 1);
      const trashed = `${path}/site-spaces/${one.id}`;
      await app.refused(app.admin, `GET ${trashed}`, 404, /^Site space not found/);
      assert.deepEqual((await ok(`PATCH ${trashed}`, { path: "uno" })).urls, {});
      const three = `${path}/sections/${section.id}`;
      await app.refused(app.admin, `GET ${three}`, 404, /^Site section not found/);
      const changed = await ok(`PATCH ${three}`, { icon: "star" });
      assert.deepEqual([changed.siteSpaces, changed.urls], [[], {}]);
      const two = await find(`${path}/site-spaces`, "Two");
      assert.deepEqual(await ok(`GET ${path}/site-spaces/${two.id}`), two, "differs from the list");
      for (const to of ["site-spaces", "sections"])
        await app.refused(app.admin, `POST ${path}/${to}`, 404, /^spaceId: Space not found/, {
          body: { spaceId: spaces[0] },
        });
      await ok(`POST /spaces/${spaces[0]}/restore`);
      assert.equal(await readerOutline(), "One*(One* Two) Three(One*)");
      await ok(`DELETE /spaces/${spaces[0]}`);
      now += 7 * day;
      await purgeSpaces(app.context);
      assert.equal(await outline(path), "One*(Two*)");
      assert.equal((await ok(`GET ${path}`)).siteSpaces, 1);
    });

    test("a space that is transferred to another organization is removed from sites", async () => {
      const { app } = suite;
      const other = await app.organization();
      const invited = { emails: [app.admin.email], role: "create" };
      await app.ok(other.admin, `POST /orgs/${other.id}/invites`, { body: invited });
      const { path, spaces } = await createSite("One", "Two");
      const collection = await app.collection();
      for (const title of ["Api", "Faq"]) {
        const { id: spaceId } = await app.space({ title, parent: collection.id });
        await ok(`POST ${path}/sections`, { spaceId });
      }
      await ok(`POST ${path}/site-spaces`, { spaceId: spaces[0] });
      assert.equal(await outline(path), "One*(One* Two One) Api(Api*) Faq(Faq*)");
      await ok(`POST /spaces/${spaces[0]}/transfer`, { organization: other.id });
      assert.equal(await outline(path), "One*(Two*) Api(Api*) Faq(Faq*)");
      await ok(`POST ${collection.path}/transfer`, { organization: other.id });
      assert.equal(await outline(path), "One*(Two*)");
      await app.refused(app.admin, `POST ${path}/site-spaces`, 404, /^spaceId: Space not found/, {
        body: { spaceId: spaces[0] },
      });
    });
  },
  { clock },
);
