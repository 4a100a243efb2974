import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeRequestReviewStatus, ChangeRequestStatus } from "@gitbook/api";
import {
  type ChangeRequestContentUpdate,
  GitBookAPI as NewerAPI,
  ChangeRequestStatus as NewerStatus,
} from "gitbook-api-next";
import { adminToken } from "../support/server.ts";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with change requests", parts.changeRequests, (suite) => {
  /** Only the newer client can change content. */
  const newerClient = () => new NewerAPI({ endpoint: suite.clients.url, authToken: adminToken });

  test("creates, edits, reads and merges a change request", async () => {
    const { api, organizationId } = suite;
    const newer = newerClient();
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Docs" });
    const { data: opened } = await api.spaces.createChangeRequest(space.id, { subject: "Begin" });
    assert.equal(opened.status, ChangeRequestStatus.Draft);
    assert.equal(opened.revisionInitial, space.revision);

    const { data: authored } = await newer.spaces.updateChangeRequestContent(
      space.id,
      opened.id,
      {
        changes: [
          { operation: "insert_page", title: "Page", document: { markdown: "One\n\nTwo\n" }, ref: "page" },
          {
            operation: "insert_files",
            files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }],
          },
        ],
      },
      { compat: false },
    );
    const { changeRequest, changes, insertedFiles } = authored as ChangeRequestContentUpdate;
    assert.notEqual(changeRequest.revision, opened.revision);
    const [created] = changes;
    assert.ok(created?.object === "created_page" && created.ref === "page");
    const file = insertedFiles?.[0];
    assert.ok(file);
    const { location } = created.page.urls;
    assert.equal((await suite.clients.call(`GET ${location.split("/v1")[1]}`)).title, "Page");

    const number = String(opened.number);
    const { data: revision } = await api.spaces.getRevisionOfChangeRequestById(space.id, number);
    assert.equal(revision.id, changeRequest.revision);
    const { data: tree } = await api.spaces.listPagesInChangeRequest(space.id, number);
    assert.deepEqual(tree.pages, revision.pages);
    const { data: page } = await api.spaces.getPageInChangeRequestById(space.id, number, created.page.id);
    assert.equal("markdown" in page && page.markdown, "One\n\nTwo\n");
    assert.deepEqual((await api.spaces.getPageInChangeRequestByPath(space.id, number, "page")).data, page);
    const { data: files } = await api.spaces.listFilesInChangeRequestById(space.id, number);
    assert.deepEqual(files.items, [
      (await api.spaces.getFileInChangeRequestById(space.id, number, file.id)).data,
    ]);
    assert.equal((await api.spaces.getChangeRequestChanges(space.id, number)).data.changes.length, 2);
    assert.deepEqual((await api.spaces.listPages(space.id)).data.pages, []);

    await api.spaces.updateChangeRequestById(space.id, opened.id, { status: "open", subject: "Begin well" });
    assert.equal(
      (await api.spaces.listChangeRequestsForSpace(space.id)).data.items[0]?.subject,
      "Begin well",
    );
    const { data: merge } = await api.spaces.mergeChangeRequest(space.id, opened.id);
    assert.equal(merge.result, "merge");
    const { data: merged } = await api.spaces.getChangeRequestById(space.id, number);
    assert.deepEqual([merged.status, merged.revisionMerged], ["merged", merge.revision]);
    assert.deepEqual((await api.spaces.listPages(space.id)).data.pages, tree.pages);
    await assert.rejects(
      api.spaces.updateChangeRequestById(space.id, opened.id, { status: "open" }),
      isError(409),
    );
  });

  test("updates a change request, resolves a conflict and merges it", async () => {
    const { api, organizationId } = suite;
    const newer = newerClient();
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Conflicts" });
    const insert = { operation: "insert_page", title: "Page", document: { markdown: "One\n" } };
    const [page = ""] = await suite.clients.change(`/spaces/${space.id}`, insert);
    const { data: opened } = await api.spaces.createChangeRequest(space.id, {});
    const write = async (markdown: string) => {
      const update = { operation: "update_page" as const, page, document: { markdown } };
      const { data } = await newer.spaces.updateChangeRequestContent(space.id, opened.id, {
        changes: [update],
      });
      assert.ok("object" in data && data.object === "change-request");
    };
    await write("One, ours\n");
    const theirs = { operation: "update_page", page, document: { markdown: "One, theirs\n" } };
    await suite.clients.change(`/spaces/${space.id}`, theirs);
    assert.equal((await api.spaces.getChangeRequestById(space.id, opened.id)).data.outdated, true);
    assert.equal((await api.spaces.mergeChangeRequest(space.id, opened.id)).data.result, "conflicts");
    assert.equal((await api.spaces.updateChangeRequest(space.id, opened.id)).data.result, "conflicts");
    await assert.rejects(api.spaces.mergeChangeRequest(space.id, opened.id), isError(409));
    await write("One, together\n");
    assert.equal((await api.spaces.mergeChangeRequest(space.id, opened.id)).data.result, "merge");
    const { data: merged } = await api.spaces.getPageById(space.id, page);
    assert.equal("markdown" in merged && merged.markdown, "One, together\n");
    const { data: changes } = await api.spaces.getRevisionSemanticChanges(
      space.id,
      (await api.spaces.getSpaceById(space.id)).data.revision,
    );
    assert.equal(changes.mergedFrom?.id, opened.id);
    const { data: revision } = await api.spaces.getCurrentRevision(space.id);
    assert.ok(revision.type === "merge");
    assert.deepEqual(revision.mergedFrom, changes.mergedFrom);
    const { data: sameRevision } = await api.spaces.getRevisionById(space.id, revision.id);
    assert.deepEqual(sameRevision, revision);
  });

  test("requests and submits reviews, and lists them across the organization", async () => {
    const { api, organizationId } = suite;
    const newer = newerClient();
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Reviews" });
    const { data: opened } = await api.spaces.createChangeRequest(space.id, { subject: "Look" });
    const { id: user } = opened.createdBy;
    const { data: requested } = await api.spaces.requestReviewersForChangeRequest(space.id, opened.id, {
      users: [user],
      subject: "Look at this",
    });
    assert.equal(requested.users?.[0]?.revision, opened.revision);
    const { data: list } = await api.spaces.getRequestedReviewersByChangeRequestId(space.id, opened.id);
    assert.deepEqual(list.items, requested.users);
    const { data: review } = await api.spaces.submitChangeRequestReview(space.id, opened.id, {
      status: ChangeRequestReviewStatus.ChangesRequested,
      comment: { markdown: "Not **yet**" },
    });
    assert.deepEqual([review.revision, review.requestedBy?.id], [opened.revision, user]);
    assert.deepEqual(review.comment?.body, { markdown: "Not **yet**" });
    const { data: reviews } = await api.spaces.getReviewsByChangeRequestId(space.id, opened.id);
    assert.deepEqual(reviews.items, [review]);
    const { data: same } = await newer.spaces.getChangeRequestReviewById(space.id, opened.id, review.id);
    assert.deepEqual(same, review);
    const { data: contributors } = await api.spaces.getContributorsByChangeRequestId(space.id, opened.id);
    const counts = contributors.items.map((contributor) => [contributor.user.id, contributor.count]);
    assert.deepEqual(counts, [[user, 0]]);
    const { data: found } = await newer.orgs.listChangeRequestsForOrganization(organizationId, {
      status: [NewerStatus.Draft, NewerStatus.Open],
      requestedReviewer: user,
      space: space.id,
    });
    const subjects = found.items.map(({ subject }) => subject);
    assert.deepEqual(subjects, ["Look at this"]);
    const remove = () => api.spaces.removeRequestedReviewerFromChangeRequest(space.id, opened.id, user);
    assert.equal((await remove()).status, 205);
    assert.equal((await remove()).status, 204);
    await newer.spaces.updateChangeRequestContent(space.id, opened.id, {
      changes: [{ operation: "insert_page", title: "P", document: {} }],
    });
  });

  test("reads the reusable contents of a change request", async () => {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Reused" });
    const { data: opened } = await api.spaces.createChangeRequest(space.id, {});
    const path = `/spaces/${space.id}/change-requests/${opened.id}`;
    const insert = { operation: "insert_reusable_content", title: "Snippet", document: { markdown: "text" } };
    await suite.clients.call(`POST ${path}/content`, { changes: [insert] });
    const { data: revision } = await api.spaces.getRevisionOfChangeRequestById(space.id, opened.id);
    const id = revision.reusableContents[0]?.id ?? "";
    const { data: snippet } = await api.spaces.getReusableContentInChangeRequestById(space.id, opened.id, id);
    assert.equal(snippet.title, "Snippet");
  });
});
