import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../test/support/app.ts";
import { openPage } from "../../test/support/published-site.ts";
import { outlineOf } from "../../test/support/sites.ts";
import { blockTypes, inlineTypes } from "../content/document/model/model.ts";
import { createSampleSite, removeSampleSite } from "./sample-site.ts";

describeOnEachDatabase("the sample site", (suite) => {
  test("has sections, variants and every block, and is created once", async () => {
    const { app } = suite;
    const { context, organizationId, admin } = app;
    const first = await createSampleSite(context, organizationId);
    assert.equal(first.isNew, true);
    assert.match(first.url, new RegExp(`/${organizationId}/fernwell/?$`));
    assert.deepEqual(await createSampleSite(context, organizationId), { url: first.url, isNew: false });
    const { items: sites } = await app.ok(admin, `GET /orgs/${organizationId}/sites`);
    assert.equal(sites.length, 1);
    const site = `/orgs/${organizationId}/sites/${sites[0].id}`;
    const { structure } = await app.ok(admin, `GET ${site}/structure`);
    assert.equal(
      outlineOf(structure),
      "Guide*(English* 日本語 العربية) API(Version 2* Version 1) More{Every block(Every block*) Release notes(Release notes*)}",
    );
    const { items: spaces } = await app.ok(admin, `GET ${site}/site-spaces?limit=100`);
    const found = new Set<string>();
    for (const { space } of spaces) await collectTypes(space.id, found);
    const missing = [...blockTypes, ...inlineTypes].filter((type) => !found.has(type));
    assert.deepEqual(missing, []);
    const { text } = await openPage(app, first.url);
    for (const shown of [
      "Was this page helpful?",
      "Copy as Markdown",
      "Open in Claude",
      "Copy MCP server URL",
    ])
      assert.ok(text.includes(shown), shown);
    const { items: requests } = await app.ok(admin, `GET /orgs/${organizationId}/change-requests`);
    assert.deepEqual(
      requests.map(({ status, subject }: Reply["body"]) => [status, subject]),
      [["open", "Limits of the second hub"]],
    );
    const { items: broken } = await app.ok(admin, `GET /spaces/${spaces[0].space.id}/links?status=broken`);
    assert.deepEqual(broken, []);
  });

  /** The types of all nodes in the documents of a space. */
  async function collectTypes(spaceId: string, found: Set<string>): Promise<void> {
    const { app } = suite;
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(visit);
      if (typeof value !== "object" || value === null) return;
      if ("type" in value && "object" in value) found.add(String(value.type));
      Object.values(value).forEach(visit);
    };
    const read = async (pages: Reply["body"][]): Promise<void> => {
      for (const page of pages) {
        if (page.type === "document")
          visit(
            (await app.ok(app.admin, `GET /spaces/${spaceId}/content/page/${page.id}?format=document`))
              .document,
          );
        await read(page.pages ?? []);
      }
    };
    await read((await app.ok(app.admin, `GET /spaces/${spaceId}/content/pages`)).pages);
  }

  test("can be removed, and leaves nothing behind", async () => {
    const { app } = suite;
    const { context, organizationId, admin } = app;
    await createSampleSite(context, organizationId);
    assert.ok(await removeSampleSite(context, organizationId));
    assert.equal(await removeSampleSite(context, organizationId), undefined);
    for (const list of ["sites", "spaces", "collections", "openapi"])
      assert.deepEqual((await app.ok(admin, `GET /orgs/${organizationId}/${list}`)).items, [], list);
  });
});
