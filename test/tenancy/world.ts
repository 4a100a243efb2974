import { type TestApp, uniqueName } from "../support/app.ts";
import { type Caller, gatherCallers, welcomed } from "./callers.ts";
import { asAdmin, makeThings, type Owner, ofContent, type Things } from "./things.ts";

/** An organization with all kinds of things, another one, and everybody who calls. */
export interface World {
  readonly app: TestApp;
  readonly owner: Owner;
  readonly things: Things;
  /** More of the same organization: what is changed is not what others are to find as it was. */
  readonly spare: Things;
  readonly elsewhere: Owner;
  /** An organization that nobody of the callers is in. */
  readonly closed: Owner;
  readonly callers: readonly Caller[];
  /** What a caller has of their own, made when it is first needed. */
  readonly own: Map<string, string>;
}

export async function makeWorld(app: TestApp): Promise<World> {
  const owner = { app, organizationId: app.organizationId, admin: app.admin };
  const [elsewhere, closed] = [await makeOwner(app), await makeOwner(app)];
  const [things, spare] = [await makeThings(owner), await makeThings(owner)];
  const admin = asAdmin(owner);
  await admin(`PATCH /orgs/${app.organizationId}`, { emailDomains: [welcomed], hostname: things.subdomain });
  const callers = await gatherCallers(owner, things, elsewhere);
  await admin(`DELETE /spaces/${things.deletedId}`);
  return { app, owner, things, spare, elsewhere, closed, callers, own: new Map() };
}

export async function makeOwner(app: TestApp): Promise<Owner> {
  const { id: organizationId, admin } = await app.organization();
  return { app, organizationId, admin };
}

/** Calls as the admin of the organization. */
export function ask(world: World, operation: string, body?: object) {
  return asAdmin(world.owner)(operation, body);
}

/** A new space or collection, where everybody has on it what they have on the one around it. */
export async function newContent(
  world: World,
  kind: "spaces" | "collections",
  fields: object = {},
): Promise<string> {
  const { id } = await ask(world, `POST /orgs/${world.owner.organizationId}/${kind}`, {
    title: `A ${ofContent} ${uniqueName()}`,
    parent: world.things.homeId,
    ...fields,
  });
  return id;
}

/** What a caller has of their own: the same for all their calls. */
export async function ownOf(
  world: World,
  caller: Caller,
  what: string,
  make: () => Promise<string>,
): Promise<string> {
  const key = `${caller.name}: ${what}`;
  const known = world.own.get(key) ?? (await make());
  world.own.set(key, known);
  return known;
}
