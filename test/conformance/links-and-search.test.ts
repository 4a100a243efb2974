import assert from "node:assert/strict";
import { test } from "node:test";
import { ContentReferenceStatus } from "@gitbook/api";
import { serve } from "../support/local-site.ts";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with links and search", parts.linksAndSearch, (suite) => {
  async function createPages() {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Docs" });
    const path = `/spaces/${space.id}`;
    const files = [{ name: "a.png", contentType: "image/png", base64: "iVBORw0KGgo=" }];
    const upload = { changes: [{ operation: "insert_files", files }] };
    const { insertedFiles } = await suite.clients.call(`POST ${path}/content?compat=false`, upload);
    const file: string = insertedFiles[0].id;
    const markdown = `[there](/pages/guide) ![](/files/${file}) [out](https://example.com) [app](${space.urls.app})`;
    const [guide = "", welcome = ""] = await suite.clients.change(
      path,
      {
        operation: "insert_page",
        title: "Guide",
        document: { markdown: "## Installing\n\nTurn the crank.\n" },
      },
      { operation: "insert_page", title: "Welcome", document: { markdown } },
    );
    return { space: space.id, path, file, guide, welcome };
  }

  test("checks the links of a space", async () => {
    const { api } = suite;
    const { space, path, file, guide, welcome } = await createPages();
    const { data: links } = await api.spaces.listSpaceLinks(space);
    assert.deepEqual([links.count, links.stats], [4, { total: 4, broken: { total: 0 } }]);
    const { data: inApp } = await api.spaces.listSpaceLinks(space, { status: ContentReferenceStatus.InApp });
    assert.deepEqual([inApp.count, inApp.items[0]?.targetReference?.kind, inApp.stats.total], [1, "url", 4]);
    const { data: ofPage } = await api.spaces.listPageLinksInSpace(space, welcome);
    assert.equal(ofPage.stats.total, 4);
    const { data: toPage } = await api.spaces.listSpacePageBacklinks(space, guide);
    const [backlink] = toPage.items;
    assert.ok(backlink?.kind === "page" && backlink.page.id === welcome && backlink.space.id === space);
    const { data: toFile } = await api.spaces.listSpaceFileBacklinks(space, file);
    assert.deepEqual([toFile.count, toFile.items[0]?.kind], [1, "page"]);
    await suite.clients.change(path, { operation: "delete_page", page: guide });
    const { data: broken } = await api.spaces.listSpaceLinks(space, {
      status: ContentReferenceStatus.Broken,
    });
    assert.deepEqual([broken.count, broken.stats], [1, { total: 4, broken: { total: 1 } }]);
    await assert.rejects(api.spaces.listSpacePageBacklinks(space, guide), isError(404));
  });

  test("checks the links of a change request", async () => {
    const { api } = suite;
    const { space, path, file, guide, welcome } = await createPages();
    const { data: request } = await api.spaces.createChangeRequest(space, { subject: "Less" });
    await suite.clients.change(`${path}/change-requests/${request.id}`, {
      operation: "delete_page",
      page: guide,
    });
    const { data: links } = await api.spaces.listChangeRequestLinks(space, request.id, {
      brokenContext: "change-request",
    });
    assert.deepEqual([links.count, links.stats], [1, { total: 4, broken: { total: 1, changeRequest: 1 } }]);
    const { data: ofPage } = await api.spaces.listPageLinksInChangeRequest(space, request.id, welcome);
    assert.deepEqual(ofPage.stats, links.stats);
    const { data: toPage } = await api.spaces.listChangeRequestPageBacklinks(space, request.id, welcome);
    assert.deepEqual(toPage.items, []);
    const { data: toFile } = await api.spaces.listChangeRequestFileBacklinks(space, request.id, file);
    const [backlink] = toFile.items;
    assert.ok(backlink?.kind === "page" && backlink.versionContext?.type === "changeRequest");
    assert.equal(backlink.versionContext.changeRequest.id, request.id);
    assert.equal((await api.spaces.listSpaceLinks(space)).data.stats.broken.total, 0);
  });

  test("finds out how to display URLs", async (t) => {
    const { api } = suite;
    const { space } = await createPages();
    const site = await serve(t, (_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(
        "<title>A &amp; B</title><meta property=og:site_name content=Site><link rel=icon href=/i.png>",
      );
    });
    const url = `${site.url}/page`;
    for (const { data: embed } of [
      await api.spaces.getEmbedByUrlInSpace(space, { url }),
      await api.urls.getEmbedByUrl({ url }),
    ])
      assert.deepEqual(embed, { type: "link", title: "A & B", site: "Site", icon: `${site.url}/i.png` });
    const { data: video } = await api.spaces.getEmbedByUrlInSpace(space, { url: "https://vimeo.com/1" });
    assert.ok(
      video.type === "rich" && /^<iframe src="https:\/\/player\.vimeo\.com\/video\/1"/.test(video.html),
    );
    await assert.rejects(api.urls.getEmbedByUrl({ url: "mailto:a@example.com" }), isError(400));
  });

  test("searches a space and an organization", async () => {
    const { api, organizationId } = suite;
    const { space, guide } = await createPages();
    const { data: found } = await api.spaces.searchSpaceContent(space, { query: "install" });
    assert.deepEqual([found.count, found.items[0]?.id], [1, guide]);
    const [section] = found.items[0]?.sections ?? [];
    assert.deepEqual(
      [section?.title, section?.path, section?.body],
      ["Installing", "guide#installing", "Turn the crank."],
    );
    const { data: spaces } = await api.orgs.searchOrganizationContent(organizationId, { query: "turn cran" });
    assert.ok(spaces.items.some(({ id, pages }) => id === space && pages[0]?.id === guide));
  });
});
