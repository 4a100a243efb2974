import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeRequestReviewStatus, type Comment, MemberRole } from "@gitbook/api";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with comments", parts.comments, (suite) => {
  /** Creates a space with a page, and a member who may comment. */
  async function createPageAndCommenter() {
    const { api, clients, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Docs" });
    const insert = { operation: "insert_page", title: "Page", document: { markdown: "One\n\nTwo\n" } };
    const [page = ""] = await clients.change(`/spaces/${space.id}`, insert);
    const person = await clients.person(`commenter-${space.id}@example.com`);
    await api.orgs.updateMemberInOrganizationById(organizationId, person.id, { role: MemberRole.Comment });
    return { space: space.id, page, person };
  }

  test("comments on a space", async () => {
    const { api } = suite;
    const { space, page, person } = await createPageAndCommenter();
    const { spaces } = person.api;
    const { data: document } = await api.spaces.getPageById(space, page, { format: "document" });
    const node = "document" in document ? document.document?.nodes[1]?.key : undefined;
    assert.ok(node);
    const posted = await spaces.postCommentInSpace(space, { body: { markdown: "Why two?" }, page, node });
    const { id, target } = posted.data;
    assert.deepEqual(target.node, { id: node, preview: "Two" });
    assert.deepEqual([target.page?.path, target.page?.outdated], ["page", false]);
    await spaces.postCommentInSpace(space, { body: { markdown: "Another" } });
    assert.equal((await api.spaces.getSpaceById(space)).data.comments, 2);

    await spaces.updateCommentInSpace(space, id, { body: { markdown: "Why?" }, addedReactions: ["1f44d"] });
    await api.spaces.updateCommentInSpace(space, id, { addedReactions: ["1f44d", "🎉"] });
    const { data: reacted } = await api.spaces.getCommentInSpace(space, id);
    assert.deepEqual(
      reacted.reactions.map(({ emoji, count, users }) => [emoji, count, users.length]),
      [
        ["1f44d", 2, 2],
        ["🎉", 1, 1],
      ],
    );
    await api.spaces.updateCommentInSpace(space, id, { removedReactions: ["1f44d"], resolved: true });
    const { data: resolved } = await api.spaces.getCommentInSpace(space, id, { format: "document" });
    assert.deepEqual([resolved.status, resolved.reactions.length], ["resolved", 2]);
    await assert.rejects(spaces.updateCommentInSpace(space, id, { resolved: false }), isError(403));
    assert.equal((await api.spaces.getSpaceById(space)).data.comments, 1);

    const list = async (query: Parameters<typeof spaces.listCommentsInSpace>[1]) =>
      (await spaces.listCommentsInSpace(space, query)).data.items.map((comment: Comment) => comment.id);
    assert.deepEqual(await list({ status: "resolved" }), [id]);
    assert.deepEqual(await list({ targetPage: page, authors: [person.id, "nobody"] }), [id]);
    assert.deepEqual(await list({ authors: ["nobody", "nobody-else"] }), []);
    assert.equal((await list({ order: "asc", limit: 1 }))[0], id);

    const { data: reply } = await api.spaces.postCommentReplyInSpace(space, id, {
      body: { markdown: "So." },
    });
    await api.spaces.updateCommentReplyInSpace(space, id, reply.id, { addedReactions: ["❤️"] });
    const { data: read } = await spaces.getCommentReplyInSpace(space, id, reply.id);
    assert.equal(read.reactions[0]?.emoji, "❤️");
    assert.equal((await spaces.listCommentRepliesInSpace(space, id)).data.count, 1);
    const { data: commenters } = await spaces.listCommentersInSpace(space);
    assert.equal(commenters.count, 2);
    await assert.rejects(spaces.deleteCommentReplyInSpace(space, id, reply.id), isError(403));
    await api.spaces.deleteCommentReplyInSpace(space, id, reply.id);
    await api.spaces.deleteCommentReplyInSpace(space, id, reply.id);
    await api.spaces.deleteCommentInSpace(space, id);
    await api.spaces.deleteCommentInSpace(space, id);
    await assert.rejects(api.spaces.getCommentInSpace(space, id), isError(404));
  });

  test("comments on a change request, and reviews it with a comment", async () => {
    const { api } = suite;
    const { space, page, person } = await createPageAndCommenter();
    const { data: opened } = await api.spaces.createChangeRequest(space, { subject: "Three" });
    const request = String(opened.number);
    const { spaces } = person.api;
    const { data: comment } = await spaces.postCommentInChangeRequest(space, request, {
      body: { markdown: "Fine" },
      page,
    });
    assert.equal(comment.target.changeRequest, opened.id);
    const { data: review } = await api.spaces.submitChangeRequestReview(space, request, {
      status: ChangeRequestReviewStatus.ChangesRequested,
      comment: { markdown: "Not yet" },
    });
    const { data: list } = await spaces.listCommentsInChangeRequest(space, request, { order: "asc" });
    assert.deepEqual(
      list.items.map(({ id, target }) => [id, target.review]),
      [
        [comment.id, undefined],
        [review.comment?.id, review.id],
      ],
    );
    assert.equal((await api.spaces.getChangeRequestById(space, request)).data.comments, 2);
    const { id } = comment;
    const { data: reply } = await api.spaces.postCommentReplyInChangeRequest(
      space,
      request,
      id,
      { body: { markdown: "Thanks" } },
      { format: "document" },
    );
    assert.ok("document" in reply.body);
    const { data: updated } = await api.spaces.updateCommentReplyInChangeRequest(
      space,
      request,
      id,
      reply.id,
      { body: { markdown: "Thank you" } },
    );
    assert.deepEqual(
      (await spaces.getCommentReplyInChangeRequest(space, request, id, reply.id)).data.body,
      updated.body,
    );
    assert.equal((await spaces.listCommentRepliesInChangeRequest(space, request, id)).data.items.length, 1);
    await api.spaces.updateCommentInChangeRequest(space, request, id, { resolved: true });
    assert.equal((await spaces.listCommentersInChangeRequest(space, request)).data.count, 2);
    await api.spaces.mergeChangeRequest(space, opened.id);
    assert.equal((await spaces.getCommentInChangeRequest(space, request, id)).data.status, "resolved");
    await api.spaces.deleteCommentReplyInChangeRequest(space, request, id, reply.id);
    await api.spaces.deleteCommentInChangeRequest(space, request, id);
    assert.equal((await api.spaces.getChangeRequestById(space, request)).data.comments, 1);
  });
});
