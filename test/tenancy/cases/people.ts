import { uniqueName } from "../../support/app.ts";
import { openSession } from "../../support/sessions.ts";
import { type Caller, inviteMember, memberDomain } from "../callers.ts";
import { type Case, type Cases, withBody, withNew } from "../case.ts";
import { adminCall, cachedFor, type World } from "../world.ts";

const onThemselves = (body?: object): Case => ({
  send: (_, { userId }) => ({ params: { userId }, ...(body && { body }) }),
});
/** A member who has never signed in. */
const newInvitedUser = async (world: World) => {
  const { users } = await adminCall(world, `POST /orgs/${world.owner.organizationId}/invites`, {
    emails: [`${uniqueName()}@example.com`],
    role: "read",
  });
  return { userId: users[0] };
};
const newUser = async ({ owner }: World) => ({ userId: (await inviteMember(owner, "read")).id });

/** A team that the caller is a member or an owner of. */
function ownTeam(role: "owner" | "member", body?: object): Case {
  return {
    send: async (world, caller) => {
      const make = async () => {
        const path = `/orgs/${world.owner.organizationId}/teams`;
        const { id } = await adminCall(world, `PUT ${path}`, {
          title: uniqueName(),
          members: [world.ids.userId],
        });
        await adminCall(world, `PUT ${path}/${id}/members/${caller.userId}`, { role });
        return id;
      };
      return { params: { teamId: await cachedFor(world, caller, role, make) }, ...(body && { body }) };
    },
  };
}

async function newTeam(world: World) {
  const members = [world.ids.userId];
  const { id } = await adminCall(world, `PUT /orgs/${world.owner.organizationId}/teams`, {
    title: uniqueName(),
    members,
  });
  return { teamId: id };
}

/** Joining changes the caller's role, so another user of the same kind joins. */
async function similarUser({ app, owner }: World, { column }: Caller) {
  if (column === "guest") return { as: await inviteMember(owner, null) };
  const isMember = column !== "outsider" && column !== "key";
  return isMember ? {} : { as: await app.stranger(`${uniqueName()}@${memberDomain}`) };
}

function linkCases(): Cases {
  const links = {
    "a link to the organization": { id: "inviteId", body: { role: "read" } },
    "a link to the space": { id: "spaceInviteId", body: { level: "read" } },
    "a link to the collection": { id: "collectionInviteId", body: { level: "read" } },
  };
  const params = (id: string) => (world: World) => ({ params: { inviteId: world.ids[id] ?? "" } });
  return Object.fromEntries(
    Object.entries(links).flatMap(([on, { id, body }]) => [
      [`getOrganizationInviteLink on ${on}`, { send: params(id) }],
      [`updateOrganizationInviteById on ${on}`, { send: (world: World) => ({ ...params(id)(world), body }) }],
      [
        `deleteOrganizationInviteById on ${on}`,
        {
          send: params(id),
          whenAllowed: async (world: World) => {
            const { spaceId, collectionId } = world.ids;
            const target = {
              spaceInviteId: { space: spaceId },
              collectionInviteId: { collection: collectionId },
            };
            const { id: inviteId } = await adminCall(
              world,
              `POST /orgs/${world.owner.organizationId}/link-invites`,
              { ...body, ...(id === "inviteId" ? {} : target[id as keyof typeof target]) },
            );
            return { params: { inviteId } };
          },
        },
      ],
    ]),
  );
}

const newProvider = async (world: World) => {
  const label = "Another";
  const { id } = await adminCall(world, `POST /orgs/${world.owner.organizationId}/saml`, { label });
  return { samlProviderId: id };
};

/** A token that the caller has created. */
const newToken = async ({ app }: World, { person, headers = {} }: Caller) => {
  const { body } = await app.call(person, "POST /user/tokens", { body: { name: "Own" }, headers });
  return body.id as string;
};

/** A session of the caller. That of a caller who is limited to an organization is limited to it too. */
const newSession = async ({ app }: World, { userId }: Caller) => {
  const existing = await app.context.database.read
    .selectFrom("tokens")
    .where("user_id", "=", userId)
    .where("kind", "=", "session")
    .select(["saml_provider_id", "bounded"])
    .executeTakeFirst();
  return openSession(
    app,
    { id: userId },
    {
      ...(existing?.saml_provider_id && { providerId: existing.saml_provider_id }),
      scopedToOrganization: existing?.bounded === 1,
    },
  );
};

function ownCredential(
  name: "tokenId" | "sessionId",
  make: (world: World, caller: Caller) => Promise<string>,
): Case {
  return {
    send: async (world, caller) => ({
      params: { [name]: await cachedFor(world, caller, name, () => make(world, caller)) },
    }),
    whenAllowed: async (world, caller) => ({ params: { [name]: await make(world, caller) } }),
  };
}

const newMemberToken = async ({ app, owner }: World) => {
  const { organizationId } = owner;
  const member = await inviteMember(owner, "read");
  const body = { name: "Bound", organization: organizationId };
  return { tokenId: (await app.ok(member, "POST /user/tokens", { body })).id };
};

export const peopleCases: Cases = {
  updateUserPassword: withBody({ password: "a long password" }),
  "endUserSession on their own": ownCredential("sessionId", newSession),
  createUserToken: withBody({ name: "New" }),
  "getUserToken on their own": ownCredential("tokenId", newToken),
  "revokeUserToken on their own": ownCredential("tokenId", newToken),
  revokeOrganizationToken: withNew(newMemberToken),
  "getUserById on themselves": onThemselves(),
  "updateUserById on themselves": onThemselves({ displayName: "New" }),
  updateUserById: withBody({ displayName: "New" }),
  createOrganization: withBody({ title: "New" }),
  updateOrganizationById: withBody({ ai: false }),
  getOrganizationsForEmailDomain: { send: () => ({ params: { emailDomain: memberDomain } }) },
  inviteUsersToOrganization: {
    send: () => ({ body: { emails: [`${uniqueName()}@example.com`], role: "read" } }),
  },
  "createMemberInvitationLink on themselves": onThemselves(),
  createMemberInvitationLink: withNew(newInvitedUser),
  "listOrganizationInviteLinks on the space": {
    send: ({ ids }) => ({ query: { space: ids.spaceId ?? "" } }),
  },
  "listOrganizationInviteLinks on the collection": {
    send: ({ ids }) => ({ query: { collection: ids.collectionId ?? "" } }),
  },
  joinOrganizationWithInvite: { whenAllowed: similarUser },
  "joinOrganization on an organization that welcomes their domain": { whenAllowed: similarUser },
  "joinOrganization on an organization that does not": {
    send: ({ closed }) => ({ params: { organizationId: closed.organizationId } }),
  },
  "createOrganizationInvite on the organization": withBody({ role: "read" }),
  "createOrganizationInvite on the space": withBody(({ ids }) => ({ space: ids.spaceId, level: "read" })),
  "createOrganizationInvite on the collection": withBody(({ ids }) => ({
    collection: ids.collectionId,
    level: "read",
  })),
  ...linkCases(),
  "getMemberInOrganizationById on themselves": onThemselves(),
  "listSpacesForOrganizationMember on themselves": onThemselves(),
  "listTeamsForOrganizationMember on themselves": onThemselves(),
  "updateMemberInOrganizationById on themselves": onThemselves({ role: "admin" }),
  updateMemberInOrganizationById: withBody({ role: "read" }),
  "removeMemberFromOrganizationById on themselves": {
    ...onThemselves(),
    whenAllowed: async ({ owner }) => {
      const as = await inviteMember(owner, "admin");
      return { as, params: { userId: as.id } };
    },
  },
  removeMemberFromOrganizationById: withNew(newUser),
  "setUserAsSSOMemberForOrganization on themselves": onThemselves(),
  createOrganizationTeam: withBody({ title: "New" }),
  updateTeamInOrganizationById: withBody({ title: "New" }),
  "updateTeamInOrganizationById on a team they own": ownTeam("owner", { title: "New" }),
  removeTeamFromOrganizationById: withNew(newTeam),
  "removeTeamFromOrganizationById on a team they own": {
    ...ownTeam("owner"),
    whenAllowed: async (world) => ({ params: await newTeam(world) }),
  },
  "getTeamInOrganizationById on a team they are in": ownTeam("member"),
  "listTeamMembersInOrganizationById on a team they are in": ownTeam("member"),
  updateMembersInOrganizationTeam: withBody({ add: [] }),
  "updateMembersInOrganizationTeam on a team they are in": ownTeam("member", { add: [] }),
  "updateMembersInOrganizationTeam on a team they own": ownTeam("owner", { add: [] }),
  addMemberToOrganizationTeamById: withBody({ role: "member" }),
  "addMemberToOrganizationTeamById on a team they are in": ownTeam("member", { role: "owner" }),
  "addMemberToOrganizationTeamById on a team they own": ownTeam("owner", { role: "member" }),
  deleteMemberFromOrganizationTeamById: withNew(newTeam),
  "deleteMemberFromOrganizationTeamById on a team they are in": ownTeam("member"),
  "deleteMemberFromOrganizationTeamById on a team they own": ownTeam("owner"),
  createOrganizationSAMLProvider: withBody({ label: "New" }),
  updateOrganizationSAMLProvider: withBody({ label: "New" }),
  deleteOrganizationSAMLProvider: withNew(newProvider),
};
