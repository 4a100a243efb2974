import { uniqueName } from "../../support/app.ts";
import { type Caller, welcomed, welcomeMember } from "../callers.ts";
import { type Case, type Cases, sending, using } from "../case.ts";
import { ask, ownOf, type World } from "../world.ts";

const onThemselves = (body?: object): Case => ({
  send: (_, { userId }) => ({ params: { userId }, ...(body && { body }) }),
});
const newUser = async ({ owner }: World) => ({ userId: (await welcomeMember(owner, "read")).id });

/** A team that the caller is in, or owns. */
function ownTeam(role: "owner" | "member", body?: object): Case {
  return {
    send: async (world, caller) => {
      const make = async () => {
        const path = `/orgs/${world.owner.organizationId}/teams`;
        const { id } = await ask(world, `PUT ${path}`, {
          title: uniqueName(),
          members: [world.things.userId],
        });
        await ask(world, `PUT ${path}/${id}/members/${caller.userId}`, { role });
        return id;
      };
      return { params: { teamId: await ownOf(world, caller, role, make) }, ...(body && { body }) };
    },
  };
}

async function newTeam(world: World) {
  const members = [world.things.userId];
  const { id } = await ask(world, `PUT /orgs/${world.owner.organizationId}/teams`, {
    title: uniqueName(),
    members,
  });
  return { teamId: id };
}

/** Whoever joins is a member afterwards: somebody else like them. */
async function somebodyLike({ app, owner }: World, { column }: Caller) {
  if (column === "guest") return { as: await welcomeMember(owner, null) };
  const isIn = column !== "outsider" && column !== "key";
  return isIn ? {} : { as: await app.stranger(`${uniqueName()}@${welcomed}`) };
}

/** Invite links lead to the organization, or to something in it. */
function onLinks(): Cases {
  const links = {
    "a link to the organization": { id: "inviteId", body: { role: "read" } },
    "a link to the space": { id: "spaceInviteId", body: { level: "read" } },
    "a link to the collection": { id: "collectionInviteId", body: { level: "read" } },
  };
  const params = (id: string) => (world: World) => ({ params: { inviteId: world.things[id] ?? "" } });
  return Object.fromEntries(
    Object.entries(links).flatMap(([on, { id, body }]) => [
      [`getOrganizationInviteLink on ${on}`, { send: params(id) }],
      [`updateOrganizationInviteById on ${on}`, { send: (world: World) => ({ ...params(id)(world), body }) }],
      [
        `deleteOrganizationInviteById on ${on}`,
        {
          send: params(id),
          afresh: async (world: World) => {
            const { spaceId, collectionId } = world.things;
            const target = {
              spaceInviteId: { space: spaceId },
              collectionInviteId: { collection: collectionId },
            };
            const { id: inviteId } = await ask(
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
  const { id } = await ask(world, `POST /orgs/${world.owner.organizationId}/saml`, { label });
  return { samlProviderId: id };
};

export const ofPeople: Cases = {
  "getUserById on themselves": onThemselves(),
  "updateUserById on themselves": onThemselves({ displayName: "New" }),
  updateUserById: sending({ displayName: "New" }),
  createOrganization: sending({ title: "New" }),
  updateOrganizationById: sending({ ai: false }),
  getOrganizationsForEmailDomain: { send: () => ({ params: { emailDomain: welcomed } }) },
  inviteUsersToOrganization: {
    send: () => ({ body: { emails: [`${uniqueName()}@example.com`], role: "read" } }),
  },
  joinOrganizationWithInvite: { afresh: somebodyLike },
  "joinOrganization on an organization that welcomes their domain": { afresh: somebodyLike },
  "joinOrganization on an organization that does not": {
    send: ({ closed }) => ({ params: { organizationId: closed.organizationId } }),
  },
  "createOrganizationInvite on the organization": sending({ role: "read" }),
  "createOrganizationInvite on the space": sending(({ things }) => ({
    space: things.spaceId,
    level: "read",
  })),
  "createOrganizationInvite on the collection": sending(({ things }) => ({
    collection: things.collectionId,
    level: "read",
  })),
  ...onLinks(),
  "getMemberInOrganizationById on themselves": onThemselves(),
  "listSpacesForOrganizationMember on themselves": onThemselves(),
  "listTeamsForOrganizationMember on themselves": onThemselves(),
  "updateMemberInOrganizationById on themselves": onThemselves({ role: "admin" }),
  updateMemberInOrganizationById: sending({ role: "read" }),
  "removeMemberFromOrganizationById on themselves": {
    ...onThemselves(),
    afresh: async ({ owner }) => {
      const as = await welcomeMember(owner, "admin");
      return { as, params: { userId: as.id } };
    },
  },
  removeMemberFromOrganizationById: using(newUser),
  "setUserAsSSOMemberForOrganization on themselves": onThemselves(),
  createOrganizationTeam: sending({ title: "New" }),
  updateTeamInOrganizationById: sending({ title: "New" }),
  "updateTeamInOrganizationById on a team they own": ownTeam("owner", { title: "New" }),
  removeTeamFromOrganizationById: using(newTeam),
  "removeTeamFromOrganizationById on a team they own": {
    ...ownTeam("owner"),
    afresh: async (world) => ({ params: await newTeam(world) }),
  },
  "getTeamInOrganizationById on a team they are in": ownTeam("member"),
  "listTeamMembersInOrganizationById on a team they are in": ownTeam("member"),
  updateMembersInOrganizationTeam: sending({ add: [] }),
  "updateMembersInOrganizationTeam on a team they are in": ownTeam("member", { add: [] }),
  "updateMembersInOrganizationTeam on a team they own": ownTeam("owner", { add: [] }),
  addMemberToOrganizationTeamById: sending({ role: "member" }),
  "addMemberToOrganizationTeamById on a team they are in": ownTeam("member", { role: "owner" }),
  "addMemberToOrganizationTeamById on a team they own": ownTeam("owner", { role: "member" }),
  deleteMemberFromOrganizationTeamById: using(newTeam),
  "deleteMemberFromOrganizationTeamById on a team they are in": ownTeam("member"),
  "deleteMemberFromOrganizationTeamById on a team they own": ownTeam("owner"),
  createOrganizationSAMLProvider: sending({ label: "New" }),
  updateOrganizationSAMLProvider: sending({ label: "New" }),
  deleteOrganizationSAMLProvider: using(newProvider),
};
