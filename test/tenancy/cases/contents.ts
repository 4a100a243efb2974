import { uniqueName } from "../../support/app.ts";
import type { Caller } from "../callers.ts";
import { type Case, type Cases, sending, using } from "../case.ts";
import { ask, newContent, type World } from "../world.ts";

const newSpace = async (world: World) => ({ spaceId: await newContent(world, "spaces") });
const newCollection = async (world: World) => ({ collectionId: await newContent(world, "collections") });

/** Whoever transfers something must be able to create where it goes. */
async function joinTarget({ closed }: World, { userId, person }: Caller): Promise<void> {
  const email = person?.email ?? userId;
  const body = { emails: [email], role: "create" };
  await closed.app.ok(closed.admin, `POST /orgs/${closed.organizationId}/invites`, { body });
}

function transferring(make: typeof newSpace | typeof newCollection): Case {
  return {
    send: ({ closed }) => ({ body: { organization: closed.organizationId } }),
    afresh: async (world, caller) => {
      await joinTarget(world, caller);
      return { params: await make(world) };
    },
  };
}

/** Among its siblings: who moves something needs the role there, too. */
function moving(kind: "space" | "collection", make: typeof newSpace | typeof newCollection): Case {
  return {
    send: ({ things }) => ({ body: { position: { before: { type: kind, [kind]: things[`${kind}Id`] } } } }),
    afresh: async (world) => ({ params: await make(world) }),
  };
}

const deleted = ({ things }: World) => ({ params: { spaceId: things.deletedId ?? "" } });

async function newDeleted(world: World) {
  const spaceId = await newContent(world, "spaces");
  await ask(world, `DELETE /spaces/${spaceId}`);
  return { params: { spaceId } };
}

/** Giving and taking away is the same on spaces and collections. */
function onPermissions(name: "Space" | "Collection"): Cases {
  const place = (world: World) =>
    name === "Space" ? `/spaces/${world.things.spaceId}` : `/collections/${world.things.collectionId}`;
  const given = async (world: World) => {
    const { id: teamId } = await ask(world, `PUT /orgs/${world.owner.organizationId}/teams`, {
      title: uniqueName(),
    });
    const { id: userId } = await world.app.member(null);
    await ask(world, `POST ${place(world)}/permissions`, { role: "read", users: [userId], teams: [teamId] });
    return { teamId, userId };
  };
  return {
    [`inviteTo${name}`]: sending(({ things }) => ({ role: "read", users: [things.userId] })),
    [`updateUserPermissionIn${name}`]: sending({ role: "read" }),
    [`updateTeamPermissionIn${name}`]: sending({ role: "read" }),
    [`removeUserFrom${name}`]: using(given),
    [`removeTeamFrom${name}`]: using(given),
  };
}

const insertPage = { changes: [{ operation: "insert_page", title: "New" }] };
const onRequest = (id: "draftId" | "mergedId" | "changeRequestId", body?: object): Case => ({
  send: ({ things }) => ({ params: { changeRequestId: things[id] ?? "" }, ...(body && { body }) }),
});

async function newRequest(world: World) {
  const { id } = await ask(world, `POST /spaces/${world.things.spaceId}/change-requests`, {});
  const path = `/spaces/${world.things.spaceId}/change-requests/${id}`;
  await ask(world, `PATCH ${path}`, { status: "open" });
  const changes = [{ operation: "insert_page", title: uniqueName() }];
  await ask(world, `POST ${path}/content`, { changes });
  return { changeRequestId: id };
}

async function newAsked(world: World) {
  const { spaceId, userId = "" } = world.things;
  const { changeRequestId } = await newRequest(world);
  const path = `/spaces/${spaceId}/change-requests/${changeRequestId}/requested-reviewers`;
  await ask(world, `POST ${path}`, { users: [userId] });
  return { changeRequestId, userId };
}

const toImport = { body: { url: "https://example.com/", source: "zip" } };
/** An import takes a process of its own. Who is told that this is not the state that they meant was let in. */
const importing: Case = {
  send: () => ({ ...toImport, headers: { "if-match": '"another"' } }),
  letIn: { status: 412, message: /./ },
};

/** So does a PDF. Who is told that there is no such page was let in. */
const printing: Case = {
  send: () => ({ query: { page: "unknown" } }),
  letIn: { status: 404, message: /^Page not found/ },
};

export const ofContents: Cases = {
  "createCollection on the organization": sending({ title: "New" }),
  "createCollection on the collection": sending(({ things }) => ({ parent: things.collectionId })),
  "createSpace on the organization": sending({ title: "New" }),
  "createSpace on the collection": sending(({ things }) => ({ parent: things.collectionId })),
  updateCollectionById: sending({ description: "New" }),
  deleteCollectionById: using(newCollection),
  moveCollection: moving("collection", newCollection),
  transferCollection: transferring(newCollection),
  "getSpaceById on a deleted space": { send: deleted },
  updateSpaceById: sending({ title: "New" }),
  deleteSpaceById: using(newSpace),
  restoreSpace: { send: deleted, afresh: newDeleted },
  moveSpace: moving("space", newSpace),
  transferSpace: transferring(newSpace),
  ...onPermissions("Space"),
  ...onPermissions("Collection"),
  "updateSpaceContent on the space": sending(insertPage),
  "updateSpaceContent on a locked space": {
    send: ({ things }) => ({ params: { spaceId: things.lockedId ?? "" }, body: insertPage }),
  },
  createChangeRequest: sending({ subject: "New" }),
  "getChangeRequestById on a draft": onRequest("draftId"),
  "getChangeRequestById on a merged one": onRequest("mergedId"),
  updateChangeRequestById: sending({ subject: "New" }),
  "updateChangeRequestById on a draft": onRequest("draftId", { subject: "New" }),
  "updateChangeRequestById on a merged one": onRequest("mergedId", { status: "open" }),
  "updateChangeRequest on a merged one": onRequest("mergedId"),
  "mergeChangeRequest on a change request": using(newRequest),
  "mergeChangeRequest on a merged one": onRequest("mergedId"),
  submitChangeRequestReview: sending({ status: "approved" }),
  requestReviewersForChangeRequest: sending(({ things }) => ({ users: [things.userId] })),
  removeRequestedReviewerFromChangeRequest: using(newAsked),
  updateChangeRequestContent: sending(insertPage),
  "updateChangeRequestContent on a draft": onRequest("draftId", insertPage),
  "updateChangeRequestContent on a merged one": onRequest("mergedId", insertPage),
  importContent: importing,
  "importContent on a locked space": {
    send: ({ things }) => ({ ...toImport, params: { spaceId: things.lockedId ?? "" } }),
  },
  importContentInPageById: importing,
  importContentInChangeRequest: importing,
  importContentInChangeRequestPageById: importing,
  getSpacePDF: printing,
  getChangeRequestPDF: printing,
  searchSpaceContent: { send: () => ({ query: { query: "wombat" } }) },
  searchOrganizationContent: { send: () => ({ query: { query: "wombat" } }) },
};
