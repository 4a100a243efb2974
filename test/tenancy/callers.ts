import { type Role, roles } from "../../src/identity/roles/library-item-roles.ts";
import { sessionCookie } from "../../src/identity/sessions/sessions.ts";
import { insertToken, newToken } from "../../src/identity/tokens/tokens.ts";
import { type Person, type Request, type TestApp, uniqueName } from "../support/app.ts";
import type { Column } from "./matrix.ts";
import { asAdmin, type Owner, type ResourceIds } from "./resources.ts";

/** How a caller got their role on a space or a collection. */
export type RoleSource = "organization" | "grant" | "team" | "collection";

export interface Caller {
  readonly name: string;
  readonly column: Column;
  readonly source: RoleSource;
  /** Undefined for callers without a token. */
  readonly person: Person | undefined;
  readonly userId: string;
  /** Added to every call of the caller. */
  readonly headers?: Request["headers"];
  readonly query?: Request["query"];
}

/** The email domain whose users may join the organization. */
export const memberDomain = "welcome.example";
const newEmail = (domain: string) => `${uniqueName()}@${domain}`;

export function callerOf(
  person: Person,
  column: Column,
  name: string,
  source: RoleSource = "organization",
): Caller {
  return { name, column, source, person, userId: person.id };
}

/** Creates a member of the organization with an address in the email domain that may join. */
export async function inviteMember({ app, organizationId, admin }: Owner, role: Role | null) {
  const person = await app.stranger(newEmail(memberDomain));
  const body = { emails: [person.email], role };
  await app.ok(admin, `POST /orgs/${organizationId}/invites`, { body });
  return person;
}

export async function createCallers(owner: Owner, ids: ResourceIds, otherOwner: Owner): Promise<Caller[]> {
  return [
    ...(await createOutsiders(owner, otherOwner)),
    await createKeyHolder(owner.app, ids),
    await createVisitor(owner.app, ids),
    await createAdminWithForeignSession(owner, otherOwner),
    callerOf(await inviteMember(owner, null), "guest", "a guest"),
    ...(await createMembers(owner, ids)),
  ];
}

async function createOutsiders(owner: Owner, otherOwner: Owner): Promise<Caller[]> {
  const { app } = owner;
  const disabled = await app.member("admin");
  await app.context.database.write((trx) =>
    trx.updateTable("members").where("user_id", "=", disabled.id).set({ disabled: 1 }).execute(),
  );
  const other = await app.member("read", otherOwner.organizationId, otherOwner.admin);
  return [
    callerOf(await app.stranger(), "outsider", "a user in no organization"),
    callerOf(other, "outsider", "a member of another organization"),
    callerOf(otherOwner.admin, "outsider", "an admin of another organization"),
    callerOf(disabled, "outsider", "a disabled admin"),
  ];
}

async function createKeyHolder(app: TestApp, { shareKey = "" }: ResourceIds): Promise<Caller> {
  return { ...callerOf(await app.stranger(), "key", "a user with a share key"), query: { shareKey } };
}

async function createVisitor(app: TestApp, { published }: ResourceIds): Promise<Caller> {
  const { apiToken } = await app.ok(app.admin, "POST /urls/published", { body: { url: published } });
  return callerOf({ id: "", email: "", token: apiToken }, "visitor", "a visitor");
}

/** An admin whose session was opened by the identity provider of another organization. */
async function createAdminWithForeignSession(owner: Owner, otherOwner: Owner): Promise<Caller> {
  const { context } = owner.app;
  const { id: userId, email } = await inviteMember(owner, "admin");
  const body = { emails: [email], role: "admin" };
  await owner.app.ok(otherOwner.admin, `POST /orgs/${otherOwner.organizationId}/invites`, { body });
  const { id: providerId } = await asAdmin(otherOwner)(`POST /orgs/${otherOwner.organizationId}/saml`, {
    label: "Other",
  });
  const token = newToken();
  const session = {
    token,
    userId,
    name: "test",
    kind: "session",
    providerId,
    scopedToOrganization: true,
  } as const;
  await context.database.write((trx) => insertToken(trx, session, context.clock.now()));
  const [cookie = ""] = sessionCookie(token, context.config).split(";");
  const name = "an admin with a session of another organization";
  return { name, column: "away", source: "organization", person: undefined, userId, headers: { cookie } };
}

/** For each role, one caller for each source of the role. */
async function createMembers(
  owner: Owner,
  { parentId, collectionId, spaceId }: ResourceIds,
): Promise<Caller[]> {
  const admin = asAdmin(owner);
  const paths = [`/collections/${parentId}`, `/collections/${collectionId}`, `/spaces/${spaceId}`];
  const callers: Caller[] = [];
  for (const role of roles) {
    const [inOrganization, granted, byTeam, byCollection] = [
      await inviteMember(owner, role),
      await inviteMember(owner, null),
      await inviteMember(owner, "create"),
      await inviteMember(owner, "comment"),
    ];
    const team = await admin(`PUT /orgs/${owner.organizationId}/teams`, {
      title: `Team with ${role}`,
      members: [byTeam.id],
    });
    for (const path of paths)
      await admin(`POST ${path}/permissions`, { role, users: [granted.id], teams: [team.id] });
    await admin(`POST /collections/${parentId}/permissions`, { role, users: [byCollection.id] });
    callers.push(
      callerOf(inOrganization, role, `a member with ${role}`),
      callerOf(granted, role, `a guest with ${role} on it`, "grant"),
      callerOf(byTeam, role, `a member of a team with ${role} on it`, "team"),
      callerOf(byCollection, role, `a member with ${role} on the collection that contains it`, "collection"),
    );
  }
  return callers;
}
