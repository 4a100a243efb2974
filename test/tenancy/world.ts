import { type TestApp, uniqueName } from "../support/app.ts";
import { type Caller, createCallers, memberDomain } from "./callers.ts";
import { asAdmin, contentMarker, createResources, type Owner, type ResourceIds } from "./resources.ts";

/** An organization with resources of all kinds, other organizations, and the callers. */
export interface World {
  readonly app: TestApp;
  readonly owner: Owner;
  readonly ids: ResourceIds;
  /** More resources of the organization, which may be changed. */
  readonly spare: ResourceIds;
  readonly otherOwner: Owner;
  /** An organization without any of the callers. */
  readonly closed: Owner;
  readonly callers: readonly Caller[];
  /** The ids of resources of single callers, created when first needed. */
  readonly cache: Map<string, string>;
}

export async function makeWorld(app: TestApp): Promise<World> {
  const owner = { app, organizationId: app.organizationId, admin: app.admin };
  const [otherOwner, closed] = [await makeOwner(app), await makeOwner(app)];
  const [ids, spare] = [await createResources(owner), await createResources(owner)];
  const admin = asAdmin(owner);
  await admin(`PATCH /orgs/${app.organizationId}`, { emailDomains: [memberDomain], hostname: ids.subdomain });
  const callers = await createCallers(owner, ids, otherOwner);
  await admin(`DELETE /spaces/${ids.deletedId}`);
  return { app, owner, ids, spare, otherOwner, closed, callers, cache: new Map() };
}

export async function makeOwner(app: TestApp): Promise<Owner> {
  const { id: organizationId, admin } = await app.organization();
  return { app, organizationId, admin };
}

export function adminCall(world: World, operation: string, body?: object) {
  return asAdmin(world.owner)(operation, body);
}

/** Creates a space or collection that inherits its permissions. */
export async function newContent(
  world: World,
  kind: "spaces" | "collections",
  fields: object = {},
): Promise<string> {
  const { id } = await adminCall(world, `POST /orgs/${world.owner.organizationId}/${kind}`, {
    title: `A ${contentMarker} ${uniqueName()}`,
    parent: world.ids.parentId,
    ...fields,
  });
  return id;
}

/** The id of a resource of a caller, which is created once. */
export async function cachedFor(
  world: World,
  caller: Caller,
  resource: string,
  make: () => Promise<string>,
): Promise<string> {
  const key = `${caller.name}: ${resource}`;
  const id = world.cache.get(key) ?? (await make());
  world.cache.set(key, id);
  return id;
}
