import { type Role, roles } from "../../src/identity/roles/library-item-roles.ts";
import { sessionCookie } from "../../src/identity/sessions/sessions.ts";
import { insertToken, newToken } from "../../src/identity/tokens/tokens.ts";
import { type Person, type Request, type TestApp, uniqueName } from "../support/app.ts";
import type { Column } from "./matrix.ts";
import { asAdmin, type Owner, type ResourceIds } from "./resources.ts";

/** How a caller got their role on a space or a collection. */
export type RoleSource = "organization" | "directly" | "team" | "collection";

export interface Caller {
  readonly name: string;
  readonly column: Column;
  readonly source: RoleSource;
  /** Undefined for callers without a token. */
  readonly person: Person | undefined;
  readonly userId: string;
  /** Added to all their calls. */
  readonly headers?: Request["headers"];
  readonly query?: Request["query"];
}

/** The e-mail domain whose users may join the organization. */
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

/** Creates a member of the organization whose e-mail domain may join it. */
export async function inviteMember({ app, organizationId, admin }: Owner, role: Role | null) {
  const person = await app.stranger(newEmail(memberDomain));
  const body = { emails: [person.email], role };
  await app.ok(admin, `POST /orgs/${organizationId}/invites`, { body });
  return person;
}

export async function createCallers(owner: Owner, ids: ResourceIds, elsewhere: Owner): Promise<Caller[]> {
  return [
    ...(await createOutsiders(owner, elsewhere)),
    await keyHolder(owner.app, ids),
    await visitor(owner.app, ids),
    await signedInElsewhere(owner, elsewhere),
    callerOf(await inviteMember(owner, null), "guest", "a guest"),
    ...(await createMembers(owner, ids)),
  ];
}

async function createOutsiders(owner: Owner, elsewhere: Owner): Promise<Caller[]> {
  const { app } = owner;
  const disabled = await app.member("admin");
  await app.context.database.write((trx) =>
    trx.updateTable("members").where("user_id", "=", disabled.id).set({ disabled: 1 }).execute(),
  );
  const other = await app.member("read", elsewhere.organizationId, elsewhere.admin);
  return [
    callerOf(await app.stranger(), "outsider", "a user in no organization"),
    callerOf(other, "outsider", "a member of another organization"),
    callerOf(elsewhere.admin, "outsider", "an admin of another organization"),
    callerOf(disabled, "outsider", "a disabled admin"),
  ];
}

async function keyHolder(app: TestApp, { shareKey = "" }: ResourceIds): Promise<Caller> {
  return { ...callerOf(await app.stranger(), "key", "somebody with a share key"), query: { shareKey } };
}

async function visitor(app: TestApp, { published }: ResourceIds): Promise<Caller> {
  const { apiToken } = await app.ok(app.admin, "POST /urls/published", { body: { url: published } });
  return callerOf({ id: "", email: "", token: apiToken }, "visitor", "a visitor");
}

/** An admin whose session was opened by the identity provider of another organization. */
async function signedInElsewhere(owner: Owner, elsewhere: Owner): Promise<Caller> {
  const { context } = owner.app;
  const { id: userId, email } = await inviteMember(owner, "admin");
  const body = { emails: [email], role: "admin" };
  await owner.app.ok(elsewhere.admin, `POST /orgs/${elsewhere.organizationId}/invites`, { body });
  const { id: providerId } = await asAdmin(elsewhere)(`POST /orgs/${elsewhere.organizationId}/saml`, {
    label: "Theirs",
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
  const name = "an admin signed in elsewhere";
  return { name, column: "away", source: "organization", person: undefined, userId, headers: { cookie } };
}

/** For each role, a caller who has it from each source, with other roles in the organization. */
async function createMembers(
  owner: Owner,
  { parentId, collectionId, spaceId }: ResourceIds,
): Promise<Caller[]> {
  const admin = asAdmin(owner);
  const everywhere = [`/collections/${parentId}`, `/collections/${collectionId}`, `/spaces/${spaceId}`];
  const callers: Caller[] = [];
  for (const role of roles) {
    const [inOrganization, directly, byTeam, byCollection] = [
      await inviteMember(owner, role),
      await inviteMember(owner, null),
      await inviteMember(owner, "create"),
      await inviteMember(owner, "comment"),
    ];
    const team = await admin(`PUT /orgs/${owner.organizationId}/teams`, {
      title: `The ${role}s`,
      members: [byTeam.id],
    });
    for (const path of everywhere)
      await admin(`POST ${path}/permissions`, { role, users: [directly.id], teams: [team.id] });
    await admin(`POST /collections/${parentId}/permissions`, { role, users: [byCollection.id] });
    callers.push(
      callerOf(inOrganization, role, `a member with ${role}`),
      callerOf(directly, role, `a guest who was given ${role}`, "directly"),
      callerOf(byTeam, role, `a member whose team was given ${role}`, "team"),
      callerOf(
        byCollection,
        role,
        `a member who was given ${role} on the collection around it`,
        "collection",
      ),
    );
  }
  return callers;
}
