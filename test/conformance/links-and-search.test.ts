import assert from "node:assert/strict";
import { test } from "node:test";
import { ContentReferenceStatus } from "@gitbook/api";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with links and search", parts.linksAndSearch, (suite) => {
  /** Changes the content at a path, and gives what that made of each change. */
  async function change(path: string, ...changes: object[]) {
    const sent = await suite.clients.send("POST", `${path}/content?compat=false`, { changes });
    const body = await sent.json();
    assert.equal(sent.status, 200, JSON.stringify(body));
    return body as { changes: { page: { id: string } }[]; insertedFiles: { id: string }[] };
  }

  async function prepare() {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Docs" });
    const path = `/spaces/${space.id}`;
    const files = [{ name: "a.png", contentType: "image/png", base64: "iVBORw0KGgo=" }];
    const { insertedFiles } = await change(path, { operation: "insert_files", files });
    const file = insertedFiles[0]?.id ?? "";
    const markdown = `[there](/pages/guide) ![](/files/${file}) [out](https://example.com) [app](${space.urls.app})`;
    const { changes } = await change(
      path,
      {
        operation: "insert_page",
        title: "Guide",
        document: { markdown: "## Installing\n\nTurn the crank.\n" },
      },
      { operation: "insert_page", title: "Welcome", document: { markdown } },
    );
    const [guide = "", welcome = ""] = changes.map(({ page }) => page.id);
    return { space: space.id, path, file, guide, welcome };
  }

  test("checks the links of a space", async () => {
    const { api } = suite;
    const { space, path, file, guide, welcome } = await prepare();
    const { data: links } = await api.spaces.listSpaceLinks(space);
    assert.deepEqual([links.count, links.stats], [4, { total: 4, broken: { total: 0 } }]);
    const { data: inApp } = await api.spaces.listSpaceLinks(space, { status: ContentReferenceStatus.InApp });
    assert.deepEqual([inApp.count, inApp.items[0]?.targetReference?.kind, inApp.stats.total], [1, "url", 4]);
    const { data: ofPage } = await api.spaces.listPageLinksInSpace(space, welcome);
    assert.equal(ofPage.stats.total, 4);
    const { data: toPage } = await api.spaces.listSpacePageBacklinks(space, guide);
    const [place] = toPage.items;
    assert.ok(place?.kind === "page" && place.page.id === welcome && place.space.id === space);
    const { data: toFile } = await api.spaces.listSpaceFileBacklinks(space, file);
    assert.deepEqual([toFile.count, toFile.items[0]?.kind], [1, "page"]);
    await change(path, { operation: "delete_page", page: guide });
    const { data: broken } = await api.spaces.listSpaceLinks(space, {
      status: ContentReferenceStatus.Broken,
    });
    assert.deepEqual([broken.count, broken.stats], [1, { total: 4, broken: { total: 1 } }]);
    await assert.rejects(api.spaces.listSpacePageBacklinks(space, guide), isError(404));
  });

  test("checks the links of a change request", async () => {
    const { api } = suite;
    const { space, path, file, guide, welcome } = await prepare();
    const { data: request } = await api.spaces.createChangeRequest(space, { subject: "Less" });
    await change(`${path}/change-requests/${request.id}`, { operation: "delete_page", page: guide });
    const { data: links } = await api.spaces.listChangeRequestLinks(space, request.id, {
      brokenContext: "change-request",
    });
    assert.deepEqual([links.count, links.stats], [1, { total: 4, broken: { total: 1, changeRequest: 1 } }]);
    const { data: ofPage } = await api.spaces.listPageLinksInChangeRequest(space, request.id, welcome);
    assert.deepEqual(ofPage.stats, links.stats);
    const { data: toPage } = await api.spaces.listChangeRequestPageBacklinks(space, request.id, welcome);
    assert.deepEqual(toPage.items, []);
    const { data: toFile } = await api.spaces.listChangeRequestFileBacklinks(space, request.id, file);
    const [place] = toFile.items;
    assert.ok(place?.kind === "page" && place.versionContext?.type === "changeRequest");
    assert.equal(place.versionContext.changeRequest.id, request.id);
    assert.equal((await api.spaces.listSpaceLinks(space)).data.stats.broken.total, 0);
  });

  test("searches a space and an organization", async () => {
    const { api, organizationId } = suite;
    const { space, guide } = await prepare();
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
