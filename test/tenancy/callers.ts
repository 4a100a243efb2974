import { type Role, roles } from "../../src/identity/roles/library-item-roles.ts";
import { sessionCookie } from "../../src/identity/sessions/sessions.ts";
import { insertToken, newToken } from "../../src/identity/tokens/tokens.ts";
import { type Person, type Request, type TestApp, uniqueName } from "../support/app.ts";
import type { Column } from "./matrix.ts";
import { asAdmin, type Owner, type Things } from "./things.ts";

/** How somebody came to their role on a space or a collection. */
export type Way = "organization" | "directly" | "team" | "collection";

export interface Caller {
  readonly name: string;
  readonly column: Column;
  readonly way: Way;
  /** Undefined for those who come with something else than a token. */
  readonly person: Person | undefined;
  readonly userId: string;
  /** What all their calls come with. */
  readonly headers?: Request["headers"];
  readonly query?: Request["query"];
}

/** Whom an organization welcomes, by the domain of their address. */
export const welcomed = "welcome.example";
const newEmail = (domain: string) => `${uniqueName()}@${domain}`;

export function asCaller(person: Person, column: Column, name: string, way: Way = "organization"): Caller {
  return { name, column, way, person, userId: person.id };
}

/** A member of the organization with an address that is welcome there. */
export async function welcomeMember({ app, organizationId, admin }: Owner, role: Role | null) {
  const person = await app.stranger(newEmail(welcomed));
  const body = { emails: [person.email], role };
  await app.ok(admin, `POST /orgs/${organizationId}/invites`, { body });
  return person;
}

/** Everybody who calls. */
export async function gatherCallers(owner: Owner, things: Things, elsewhere: Owner): Promise<Caller[]> {
  return [
    ...(await gatherOutsiders(owner, elsewhere)),
    await keyHolder(owner.app, things),
    await visitor(owner.app, things),
    await signedInElsewhere(owner, elsewhere),
    asCaller(await welcomeMember(owner, null), "guest", "a guest"),
    ...(await gatherMembers(owner, things)),
  ];
}

async function gatherOutsiders(owner: Owner, elsewhere: Owner): Promise<Caller[]> {
  const { app } = owner;
  const disabled = await app.member("admin");
  await app.context.database.write((trx) =>
    trx.updateTable("members").where("user_id", "=", disabled.id).set({ disabled: 1 }).execute(),
  );
  const other = await app.member("read", elsewhere.organizationId, elsewhere.admin);
  return [
    asCaller(await app.stranger(), "outsider", "a user in no organization"),
    asCaller(other, "outsider", "a member of another organization"),
    asCaller(elsewhere.admin, "outsider", "an admin of another organization"),
    asCaller(disabled, "outsider", "a disabled admin"),
  ];
}

async function keyHolder(app: TestApp, { shareKey = "" }: Things): Promise<Caller> {
  return { ...asCaller(await app.stranger(), "key", "somebody with a share key"), query: { shareKey } };
}

async function visitor(app: TestApp, { published }: Things): Promise<Caller> {
  const { apiToken } = await app.ok(app.admin, "POST /urls/published", { body: { url: published } });
  return asCaller({ id: "", email: "", token: apiToken }, "visitor", "a visitor");
}

/** An admin by a session that the provider of another organization opened. */
async function signedInElsewhere(owner: Owner, elsewhere: Owner): Promise<Caller> {
  const { context } = owner.app;
  const { id: userId, email } = await welcomeMember(owner, "admin");
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
  return { name, column: "away", way: "organization", person: undefined, userId, headers: { cookie } };
}

/** For each role, somebody who has it in each way. What they are in the organization is less, or more, or nothing. */
async function gatherMembers(owner: Owner, { homeId, collectionId, spaceId }: Things): Promise<Caller[]> {
  const admin = asAdmin(owner);
  const everywhere = [`/collections/${homeId}`, `/collections/${collectionId}`, `/spaces/${spaceId}`];
  const callers: Caller[] = [];
  for (const role of roles) {
    const [inOrganization, directly, byTeam, byCollection] = [
      await welcomeMember(owner, role),
      await welcomeMember(owner, null),
      await welcomeMember(owner, "create"),
      await welcomeMember(owner, "comment"),
    ];
    const team = await admin(`PUT /orgs/${owner.organizationId}/teams`, {
      title: `The ${role}s`,
      members: [byTeam.id],
    });
    for (const path of everywhere)
      await admin(`POST ${path}/permissions`, { role, users: [directly.id], teams: [team.id] });
    await admin(`POST /collections/${homeId}/permissions`, { role, users: [byCollection.id] });
    callers.push(
      asCaller(inOrganization, role, `a member with ${role}`),
      asCaller(directly, role, `a guest who was given ${role}`, "directly"),
      asCaller(byTeam, role, `a member whose team was given ${role}`, "team"),
      asCaller(
        byCollection,
        role,
        `a member who was given ${role} on the collection around it`,
        "collection",
      ),
    );
  }
  return callers;
}
