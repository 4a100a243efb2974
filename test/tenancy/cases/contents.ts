import { newId } from "../../../src/platform/index.ts";
import { uniqueName } from "../../support/app.ts";
import type { Caller } from "../callers.ts";
import { type Case, type Cases, withBody, withNew } from "../case.ts";
import { adminCall, cachedFor, newContent, type World } from "../world.ts";

const newSpace = async (world: World) => ({ spaceId: await newContent(world, "spaces") });
const newCollection = async (world: World) => ({ collectionId: await newContent(world, "collections") });

/** A transfer needs the role create in the target organization. */
async function joinTarget({ closed }: World, { userId, person }: Caller): Promise<void> {
  const email = person?.email ?? userId;
  const body = { emails: [email], role: "create" };
  await closed.app.ok(closed.admin, `POST /orgs/${closed.organizationId}/invites`, { body });
}

function transferring(make: typeof newSpace | typeof newCollection): Case {
  return {
    send: ({ closed }) => ({ body: { organization: closed.organizationId } }),
    whenAllowed: async (world, caller) => {
      await joinTarget(world, caller);
      return { params: await make(world) };
    },
  };
}

/** Moves an item among its siblings, since the caller needs a role in the target collection, too. */
function moving(kind: "space" | "collection", make: typeof newSpace | typeof newCollection): Case {
  return {
    send: ({ ids }) => ({ body: { position: { before: { type: kind, [kind]: ids[`${kind}Id`] } } } }),
    whenAllowed: async (world) => ({ params: await make(world) }),
  };
}

const deletedSpace = ({ ids }: World) => ({ params: { spaceId: ids.deletedId ?? "" } });

async function newDeleted(world: World) {
  const spaceId = await newContent(world, "spaces");
  await adminCall(world, `DELETE /spaces/${spaceId}`);
  return { params: { spaceId } };
}

/** The cases are the same on spaces and collections. */
function permissionCases(name: "Space" | "Collection"): Cases {
  const pathOf = (world: World) =>
    name === "Space" ? `/spaces/${world.ids.spaceId}` : `/collections/${world.ids.collectionId}`;
  const newGrant = async (world: World) => {
    const { id: teamId } = await adminCall(world, `PUT /orgs/${world.owner.organizationId}/teams`, {
      title: uniqueName(),
    });
    const { id: userId } = await world.app.member(null);
    await adminCall(world, `POST ${pathOf(world)}/permissions`, {
      role: "read",
      users: [userId],
      teams: [teamId],
    });
    return { teamId, userId };
  };
  return {
    [`inviteTo${name}`]: withBody(({ ids }) => ({ role: "read", users: [ids.userId] })),
    [`updateUserPermissionIn${name}`]: withBody({ role: "read" }),
    [`updateTeamPermissionIn${name}`]: withBody({ role: "read" }),
    [`removeUserFrom${name}`]: withNew(newGrant),
    [`removeTeamFrom${name}`]: withNew(newGrant),
  };
}

const insertPage = { changes: [{ operation: "insert_page", title: "New" }] };
const noBlocks = ({ ids }: World) => ({ revision: ids.revisionId, changes: [] });
/** Allowed callers are told that there is no such conflict. */
const noConflict = { choices: [{ conflict: "unknown", choice: "ours" }] };
const onRequest = (id: "draftId" | "mergedId" | "changeRequestId", body?: object): Case => ({
  send: ({ ids }) => ({ params: { changeRequestId: ids[id] ?? "" }, ...(body && { body }) }),
});

async function newRequest(world: World) {
  const { id } = await adminCall(world, `POST /spaces/${world.ids.spaceId}/change-requests`, {});
  const path = `/spaces/${world.ids.spaceId}/change-requests/${id}`;
  await adminCall(world, `PATCH ${path}`, { status: "open" });
  const changes = [{ operation: "insert_page", title: uniqueName() }];
  await adminCall(world, `POST ${path}/content`, { changes });
  return { changeRequestId: id };
}

async function newTemplate(world: World) {
  const { spaceId = "", pageId = "" } = world.ids;
  await adminCall(world, `POST /spaces/${spaceId}/content/page/${pageId}/template`);
  return { pageId };
}

async function newRequestWithReviewer(world: World) {
  const { spaceId, userId = "" } = world.ids;
  const { changeRequestId } = await newRequest(world);
  const path = `/spaces/${spaceId}/change-requests/${changeRequestId}/requested-reviewers`;
  await adminCall(world, `POST ${path}`, { users: [userId] });
  return { changeRequestId, userId };
}

async function newRequestWithPreview(world: World) {
  const { changeRequestId } = await newRequest(world);
  await adminCall(world, `POST /spaces/${world.ids.spaceId}/change-requests/${changeRequestId}/preview-link`);
  return { changeRequestId };
}

const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();

async function newScheduledRequest(world: World) {
  const { changeRequestId } = await newRequest(world);
  const path = `/spaces/${world.ids.spaceId}/change-requests/${changeRequestId}/scheduled-merge`;
  await adminCall(world, `PUT ${path}`, { at: nextMonth });
  return { changeRequestId };
}

const importRequest = { body: { url: "https://example.com/", source: "zip" } };
/** An import starts a process, so the request is made to fail: 412 means that the caller is allowed. */
const importing: Case = {
  send: () => ({ ...importRequest, headers: { "if-match": '"another"' } }),
  expectedError: { status: 412, message: /./ },
};

/** A PDF also starts a process: "Page not found" means that the caller is allowed. */
const printing: Case = {
  send: () => ({ query: { page: "unknown" } }),
  expectedError: { status: 404, message: /^Page not found/ },
};

/** So is an export. */
const exporting = withBody({ page: "unknown" }, { expectedError: { status: 404, message: /Page unknown/ } });

/** Creates an export of the caller, which waits. */
async function createExport({ app, ids, owner }: World, { userId }: Caller): Promise<string> {
  const id = newId();
  const now = app.context.clock.now();
  await app.context.database.write((trx) =>
    trx
      .insertInto("export_runs")
      .values({
        ...{ id, organization_id: owner.organizationId, space_id: ids.spaceId ?? "", created_by: userId },
        ...{ format: "markdown", options: "{}", status: "cancelled", attempts: 0 },
        ...{ created_at: now, updated_at: now, expires_at: now },
      })
      .execute(),
  );
  return id;
}

const onOwnExport: Case = {
  send: async (world, caller) => ({
    params: { exportId: await cachedFor(world, caller, "export", () => createExport(world, caller)) },
  }),
};

/** Another revision than the current one is named: 412 means that the caller may restore. */
const restoring: Case = {
  send: () => ({ body: { currentRevision: "another" } }),
  expectedError: { status: 412, message: /currentRevision/ },
};

const uploadedFile = { name: "a.png", size: 1 };

export const contentCases: Cases = {
  "createCollection on the organization": withBody({ title: "New" }),
  "createCollection on the collection": withBody(({ ids }) => ({ parent: ids.collectionId })),
  "createSpace on the organization": withBody({ title: "New" }),
  "createSpace on the collection": withBody(({ ids }) => ({ parent: ids.collectionId })),
  updateCollectionById: withBody({ description: "New" }),
  deleteCollectionById: withNew(newCollection),
  moveCollection: moving("collection", newCollection),
  transferCollection: transferring(newCollection),
  "getSpaceById on a deleted space": { send: deletedSpace },
  updateSpaceById: withBody({ title: "New" }),
  deleteSpaceById: withNew(newSpace),
  restoreSpace: { send: deletedSpace, whenAllowed: newDeleted },
  moveSpace: moving("space", newSpace),
  transferSpace: transferring(newSpace),
  ...permissionCases("Space"),
  ...permissionCases("Collection"),
  "updateSpaceContent on the space": withBody(insertPage),
  "updateSpaceContent on a locked space": {
    send: ({ ids }) => ({ params: { spaceId: ids.lockedId ?? "" }, body: insertPage }),
  },
  "updatePageBlocks on the space": withBody(noBlocks),
  "updatePageBlocks on a locked space": {
    send: (world) => ({ params: { spaceId: world.ids.lockedId ?? "" }, body: noBlocks(world) }),
  },
  restoreRevision: restoring,
  "createFileUpload on the space": withBody(uploadedFile),
  "createFileUpload on a locked space": {
    send: ({ ids }) => ({ params: { spaceId: ids.lockedId ?? "" }, body: uploadedFile }),
  },
  createChangeRequestFileUpload: withBody(uploadedFile),
  unmarkPageAsTemplate: withNew(newTemplate),
  "createPageFromTemplate on the space": withBody({ template: "how-to" }),
  "createPageFromTemplate on a locked space": {
    send: ({ ids }) => ({ params: { spaceId: ids.lockedId ?? "" }, body: { template: "how-to" } }),
  },
  createChangeRequestPageFromTemplate: withBody({ template: "how-to" }),
  "applyTemplateToSpace on the space": withBody({ id: "product-docs" }),
  "applyTemplateToSpace on a locked space": {
    send: ({ ids }) => ({ params: { spaceId: ids.lockedId ?? "" }, body: { id: "product-docs" } }),
  },
  convertSpaceContent: withBody({ markdown: "wombat" }),
  convertChangeRequestContent: withBody({ markdown: "wombat" }),
  checkSpaceMarkdown: withBody({ markdown: "wombat" }),
  checkChangeRequestMarkdown: withBody({ markdown: "wombat" }),
  createChangeRequest: withBody({ subject: "New" }),
  "getChangeRequestById on a draft": onRequest("draftId"),
  "getChangeRequestById on a merged one": onRequest("mergedId"),
  updateChangeRequestById: withBody({ subject: "New" }),
  "updateChangeRequestById on a draft": onRequest("draftId", { subject: "New" }),
  "updateChangeRequestById on a merged one": onRequest("mergedId", { status: "open" }),
  "updateChangeRequest on a merged one": onRequest("mergedId"),
  "resolveChangeRequestConflicts on a change request": withBody(noConflict, {
    expectedError: { status: 409, message: /conflict is settled/ },
  }),
  "resolveChangeRequestConflicts on a merged one": onRequest("mergedId", noConflict),
  "mergeChangeRequest on a change request": withNew(newRequest),
  "mergeChangeRequest on a merged one": onRequest("mergedId"),
  "scheduleChangeRequestMerge on a change request": withBody({ at: nextMonth }),
  "scheduleChangeRequestMerge on a merged one": onRequest("mergedId", { at: nextMonth }),
  cancelScheduledChangeRequestMerge: withNew(newScheduledRequest),
  "revertChangeRequest on a merged one": onRequest("mergedId"),
  submitChangeRequestReview: withBody({ status: "approved" }),
  requestReviewersForChangeRequest: withBody(({ ids }) => ({ users: [ids.userId] })),
  removeRequestedReviewerFromChangeRequest: withNew(newRequestWithReviewer),
  deletePreviewLinkOfChangeRequest: withNew(newRequestWithPreview),
  updateChangeRequestContent: withBody(insertPage),
  "updateChangeRequestContent on a draft": onRequest("draftId", insertPage),
  "updateChangeRequestContent on a merged one": onRequest("mergedId", insertPage),
  "updateChangeRequestPageBlocks on a change request": withBody(noBlocks),
  "updateChangeRequestPageBlocks on a merged one": {
    send: (world) => ({ params: { changeRequestId: world.ids.mergedId ?? "" }, body: noBlocks(world) }),
  },
  importContent: importing,
  createImportUpload: withBody({ source: "zip", name: "docs.zip", size: 1 }),
  "importContent on a locked space": {
    send: ({ ids }) => ({ ...importRequest, params: { spaceId: ids.lockedId ?? "" } }),
  },
  importContentInPageById: importing,
  importContentInChangeRequest: importing,
  importContentInChangeRequestPageById: importing,
  startImportRun: withBody(
    ({ ids }) => ({
      source: { type: "zip", url: "https://example.com/a.zip" },
      target: { space: ids.spaceId, page: "unknown" },
    }),
    { expectedError: { status: 404, message: /^Page unknown/ } },
  ),
  undoImportRun: { expectedError: { status: 409, message: /nothing to undo/ } },
  startSpaceExport: exporting,
  startChangeRequestExport: exporting,
  startSiteExport: withBody({}),
  "getExport on their own": onOwnExport,
  "cancelExport on their own": onOwnExport,
  getSpacePDF: printing,
  getChangeRequestPDF: printing,
  getEmbedByUrlInSpace: { send: () => ({ query: { url: "https://youtu.be/a" } }) },
  getEmbedByUrl: { send: () => ({ query: { url: "https://youtu.be/a" } }) },
  searchSpaceContent: { send: () => ({ query: { query: "wombat" } }) },
  searchOrganizationContent: { send: () => ({ query: { query: "wombat" } }) },
};
