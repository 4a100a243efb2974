import assert from "node:assert/strict";
import { test } from "node:test";
import { MemberRole, SpaceEditMode } from "@gitbook/api";
import type { ChangeRequestContentChange, ChangeRequestContentUpdate } from "gitbook-api-next";
import { describeWithClients, idsOf, isError } from "./client.ts";
import { parts } from "./parts.ts";

type ChangedContent = Pick<ChangeRequestContentUpdate, "changes" | "insertedFiles">;

describeWithClients("with content", parts.content, (suite) => {
  test("creates, changes, moves and deletes spaces and collections", async () => {
    const { api, organizationId } = suite;
    const { data: outer } = await api.orgs.createCollection(organizationId, { title: "Outer" });
    const { data: inner } = await api.orgs.createCollection(organizationId, {
      title: "In",
      parent: outer.id,
    });
    const { data: changed } = await api.collections.updateCollectionById(inner.id, {
      title: "Inner",
      description: "Nested",
      defaultLevel: MemberRole.Comment,
    });
    assert.deepEqual((await api.collections.getCollectionById(inner.id)).data, changed);
    const { data: top } = await api.orgs.listCollectionsInOrganizationById(organizationId, { nested: false });
    assert.deepEqual(idsOf(top), [outer.id]);
    const { data: space } = await api.orgs.createSpace(organizationId, {
      title: "S",
      emoji: "📚",
      parent: inner.id,
    });
    assert.deepEqual((await api.spaces.getSpaceById(space.id)).data, space);
    const { data: copy } = await api.spaces.duplicateSpace(space.id);
    await api.spaces.moveSpace(copy.id, { position: { before: { type: "space", space: space.id } } });
    const { data: inside } = await api.collections.listSpacesInCollectionById(inner.id);
    assert.deepEqual(idsOf(inside), [copy.id, space.id]);
    await api.collections.moveCollection(inner.id, { parent: null });
    await api.spaces.updateSpaceById(space.id, {
      title: "Renamed",
      emoji: "📙",
      editMode: SpaceEditMode.Locked,
    });
    assert.equal((await api.spaces.deleteSpaceById(space.id)).status, 205);
    assert.equal((await api.orgs.listSpacesInOrganizationById(organizationId)).data.count, 1);
    assert.equal((await api.spaces.restoreSpace(space.id)).data.title, "Renamed");
    assert.equal((await api.collections.deleteCollectionById(outer.id)).status, 205);

    const { id: otherOrganization } = await suite.clients.call("POST /orgs", { title: "Other" });
    const transfer = { organization: otherOrganization };
    assert.equal((await api.spaces.transferSpace(copy.id, transfer)).data.organization, otherOrganization);
    assert.equal(
      (await api.collections.transferCollection(inner.id, transfer)).data.organization,
      otherOrganization,
    );
    await assert.rejects(api.collections.getCollectionById(outer.id), isError(404));
  });

  test("fills a space with the pages of a template", async () => {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, {});
    assert.equal((await api.spaces.applyTemplateToSpace(space.id, { id: "product-docs" })).status, 201);
    const { data } = await api.spaces.listPages(space.id);
    assert.ok(data.pages.length >= 4);
    await assert.rejects(api.spaces.applyTemplateToSpace(space.id, { id: "unknown" }), isError(404));
  });

  test("grants and revokes permissions on spaces and collections", async () => {
    const { api, organizationId } = suite;
    const person = await suite.clients.person("permitted@example.com");
    const { data: team } = await api.orgs.createOrganizationTeam(organizationId, { title: "Permitted" });
    const { data: space } = await api.orgs.createSpace(organizationId, {});
    const { data: collection } = await api.orgs.createCollection(organizationId, {});
    const invited = { role: MemberRole.Review, users: [person.id], teams: [team.id] };
    const role = { role: MemberRole.Edit };
    await api.spaces.inviteToSpace(space.id, invited);
    await api.spaces.updateUserPermissionInSpace(space.id, person.id, role);
    await api.spaces.updateTeamPermissionInSpace(space.id, team.id, role);
    assert.equal((await api.spaces.listUserPermissionsInSpace(space.id)).data.items[0]?.permission, "edit");
    assert.equal((await api.spaces.listTeamPermissionsInSpace(space.id)).data.items[0]?.permission, "edit");
    const { data: permitted } = await api.spaces.listPermissionsAggregateInSpace(space.id, {
      role: MemberRole.Edit,
    });
    const users = permitted.items.map(({ user }) => user.id);
    assert.deepEqual(users, [person.id]);
    assert.equal((await api.spaces.removeUserFromSpace(space.id, person.id)).status, 205);
    assert.equal((await api.spaces.removeTeamFromSpace(space.id, team.id)).status, 205);
    await api.collections.inviteToCollection(collection.id, invited);
    await api.collections.updateUserPermissionInCollection(collection.id, person.id, role);
    await api.collections.updateTeamPermissionInCollection(collection.id, team.id, role);
    assert.equal((await api.collections.listUserPermissionsInCollection(collection.id)).data.count, 1);
    assert.equal((await api.collections.listTeamPermissionsInCollection(collection.id)).data.count, 1);
    const { data: all } = await api.collections.listPermissionsAggregateInCollection(collection.id);
    assert.ok(all.items.length > 1);
    await api.collections.removeUserFromCollection(collection.id, person.id);
    await api.collections.removeTeamFromCollection(collection.id, team.id);
    const { data: own } = await person.api.orgs.listSpacesForOrganizationMember(organizationId, person.id);
    assert.ok(own.items.some((item) => item.space.id === space.id && item.permission === "read"));
  });

  test("reads content of every kind, in the current and in a given revision", async () => {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Content" });
    const target = { kind: "url", url: "https://example.com" };
    await suite.clients.call(`POST /spaces/${space.id}/content`, {
      changes: [
        {
          operation: "insert_page",
          title: "Page",
          ref: "page",
          emoji: "📚",
          document: { markdown: "# Hi\n" },
        },
        { operation: "insert_page", title: "Child", into: "page", cover: { ref: target, yPos: 1 } },
        { operation: "insert_page", type: "group", title: "Group", ref: "group" },
        { operation: "insert_page", type: "link", title: "Link", into: "group", target },
        { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }] },
        { operation: "insert_reusable_content", title: "Snippet", document: { markdown: "text" } },
        { operation: "set_variables", variables: { name: "value" } },
      ],
    });
    const { data: current } = await api.spaces.getCurrentRevision(space.id);
    const { data: same } = await api.spaces.getRevisionById(space.id, current.id);
    assert.deepEqual(same, current);
    const [page, file, snippet] = [current.pages[0], current.files[0], current.reusableContents[0]];
    assert.ok(page && file && snippet);
    const [parent] = current.parents;
    assert.deepEqual((await api.spaces.getRevisionById(space.id, parent ?? "")).data.pages, []);
    assert.deepEqual((await api.spaces.listPages(space.id)).data.pages, current.pages);
    assert.deepEqual(
      (await api.spaces.listPagesInRevisionById(space.id, current.id)).data.pages,
      current.pages,
    );
    const { data: byId } = await api.spaces.getPageById(space.id, page.id, { format: "markdown" });
    assert.equal("markdown" in byId && byId.markdown, "# Hi\n");
    assert.deepEqual((await api.spaces.getPageInRevisionById(space.id, current.id, page.id)).data, byId);
    assert.deepEqual((await api.spaces.getPageByPath(space.id, "page")).data, byId);
    assert.deepEqual((await api.spaces.getPageInRevisionByPath(space.id, current.id, "page")).data, byId);
    const { data: child } = await api.spaces.getPageByPath(space.id, encodeURIComponent("page/child"));
    assert.equal(child.title, "Child");
    assert.deepEqual((await api.spaces.listFiles(space.id)).data.items, [file]);
    assert.deepEqual((await api.spaces.listFilesInRevisionById(space.id, current.id)).data.items, [file]);
    assert.deepEqual((await api.spaces.getFileById(space.id, file.id)).data, file);
    assert.deepEqual((await api.spaces.getFileInRevisionById(space.id, current.id, file.id)).data, file);
    assert.equal(await (await fetch(file.downloadURL)).text(), "a");
    assert.equal((await api.spaces.getReusableContentById(space.id, snippet.id)).data.title, "Snippet");
    const { data: sameSnippet } = await api.spaces.getReusableContentInRevisionById(
      space.id,
      current.id,
      snippet.id,
    );
    assert.equal(sameSnippet.title, "Snippet");
    const { data: blocks } = await api.spaces.getPageDocumentInRevisionById(space.id, current.id, page.id);
    assert.equal(blocks.nodes[0]?.type, "heading-1");
    const documentId = ("documentId" in page && page.documentId) || "";
    assert.deepEqual((await api.spaces.getDocumentById(space.id, documentId)).data, blocks);
    const { data: shared } = await api.spaces.getReusableContentDocumentInRevisionById(
      space.id,
      current.id,
      snippet.id,
    );
    assert.equal(shared.nodes[0]?.type, "paragraph");
    const { data: changes } = await api.spaces.getRevisionSemanticChanges(space.id, current.id, {
      limit: 100,
    });
    assert.equal(changes.changes.length, 7);
  });

  test("can change content with the requests of newer clients", async () => {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Authored" });
    const author = (...changes: ChangeRequestContentChange[]): Promise<ChangedContent> =>
      suite.clients.call(`POST /spaces/${space.id}/content`, { changes });
    const { changes, insertedFiles } = await author(
      {
        operation: "insert_page",
        title: "One",
        document: { markdown: "![x](./pic) [two](./two.md)" },
        slug: "one",
      },
      { operation: "insert_page", title: "Two", document: {}, ref: "two", at: 0, emoji: "📚", hidden: true },
      {
        operation: "insert_files",
        files: [{ ref: "pic", name: "a.txt", contentType: "text/plain", base64: "YQ==" }],
      },
    );
    const [one, two] = changes.map((change) =>
      change.object === "deleted_page" ? change.page : change.page.id,
    );
    assert.ok(one && two && insertedFiles?.[0]);
    const { data: page } = await api.spaces.getPageById(space.id, one);
    assert.equal("markdown" in page && page.markdown, `![x](/files/${insertedFiles[0].id}) [two](./two.md)`);
    await author({ operation: "update_page", page: two, into: one, slug: "second", description: "Below" });
    await author({ operation: "delete_page", page: one });
    await author({ operation: "revert_page", page: one });
    const { data: tree } = await api.spaces.listPages(space.id);
    const ids = tree.pages.map((top) => ["pages" in top && top.pages.map(({ id }) => id), top.id]);
    assert.deepEqual(ids, [[[two], one]]);
  });
});
