import { sql } from "kysely";
import { domainOf, findMembership } from "../../identity/roles/index.ts";
import { useSingleSignOn } from "../../identity/sessions/index.ts";
import { forbidden, notFound } from "../../platform/index.ts";
import { type Flag, prepared, type Reader } from "../../storage/database/index.ts";
import type { SessionOrigin } from "./authenticate.ts";
import type { Call, Operation } from "./operation.ts";

type Calling = Pick<Call, "context" | "caller">;

/**
 * Refuses what a session is not good for: an organization may insist that its people sign in through its own provider,
 * and a bounded session ends where its organization does. What is not known to lie within is beyond.
 */
export async function requireInBounds(
  operation: Operation,
  call: Call,
  session: SessionOrigin,
): Promise<void> {
  const entrance = entrances.find(
    ({ start }) => operation.path === start || operation.path.startsWith(`${start}/`),
  );
  const place = entrance && (await findPlace(call, entrance.find, entrance.idIn(call)));
  if (place !== undefined) refuseInsisting(place, call);
  if (!session.isBounded) return;
  // What is not there is answered like what is elsewhere: whether it is there is nobody's business.
  if (entrance !== undefined && place?.id !== session.organizationId) throw notFound(entrance.thing);
  const isWithin = entrance !== undefined && !leaving.includes(operation.id);
  if (!isWithin && !(await isHarmless(call, session.organizationId)))
    throw forbidden(
      "You have signed in through a provider that counts in its own organization only, and this is beyond it; the operator can change that: lectern organization trust ID",
    );
}

/** The same for an organization that something else than the path leads to. */
export async function requireReachable(call: Calling, organizationId: string): Promise<void> {
  if (call.caller.session === undefined) return;
  const place = await findPlace(call, placeById, organizationId);
  if (place !== undefined) refuseInsisting(place, call);
}

function refuseInsisting({ id, insists }: Place, { context, caller: { session } }: Calling): void {
  if (insists === 1 && session?.organizationId !== id) throw useSingleSignOn(id, context.config);
}

/** What takes something out of its organization. */
const leaving = ["transferSpace", "transferCollection"];

/** Whether it is about the caller, or somebody of the organization, and about nothing that others care for. */
async function isHarmless(
  { context, caller, operationId, params }: Call,
  organizationId: string,
): Promise<boolean> {
  const { read } = context.database;
  switch (operationId) {
    case "getAuthenticatedUser":
    case "listOrganizationsForAuthenticatedUser":
      return true;
    case "getUserById": {
      const { userId } = params as { userId: string };
      return (await findMembership(read, organizationId, userId)) !== undefined;
    }
    case "updateUserById":
      return isAtHome(read, caller.userId, organizationId);
    default:
      return false;
  }
}

/** Whether somebody is in this organization alone, and has no other way in. */
async function isAtHome(db: Reader, userId: string, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where user_id = ${userId} and organization_id <> ${organizationId}
    union all select 1 from passwords where user_id = ${userId}
    union all select 1 from tokens where user_id = ${userId} and kind = 'api'
    limit 1`.execute(db);
  return rows.length === 0;
}

interface Place {
  /** The organization. */
  readonly id: string;
  /** Whether the caller is in it, and is wanted to sign in through its own provider. */
  readonly insists: Flag;
}

interface PlaceValues extends Record<string, unknown> {
  readonly id: string;
  readonly userId: string;
  readonly domain: string;
}

type FindPlaces = (db: Reader, values: PlaceValues) => Promise<Place[]>;

const placeById: FindPlaces = prepared<PlaceValues, Place>((db, value) =>
  selectPlace(db, value("userId"), value("domain")).where("organizations.id", "=", value("id")),
);
const placeOfContent: FindPlaces = prepared<PlaceValues, Place>((db, value) =>
  selectPlace(db, value("userId"), value("domain"))
    .innerJoin("contents", "contents.organization_id", "organizations.id")
    .where("contents.id", "=", value("id")),
);

type Value = ReturnType<typeof sql<string>>;

function selectPlace(db: Reader, userId: Value, domain: Value) {
  return db.selectFrom("organizations").select([
    "organizations.id",
    sql<Flag>`case when organizations.sso = 1 and exists (
        select 1 from organization_email_domains
        where organization_id = organizations.id and domain = ${domain}
      ) and exists (
        select 1 from members where organization_id = organizations.id and user_id = ${userId}
      ) then 1 else 0 end`.as("insists"),
  ]);
}

/** By what a path begins with, the organization is found that an operation is about. */
const entrances = [
  { start: "/orgs/:organizationId", thing: "Organization", find: placeById, idIn: idIn("organizationId") },
  { start: "/spaces/:spaceId", thing: "Space", find: placeOfContent, idIn: idIn("spaceId") },
  {
    start: "/collections/:collectionId",
    thing: "Collection",
    find: placeOfContent,
    idIn: idIn("collectionId"),
  },
];

function idIn(param: string): (call: Call) => string {
  return ({ params }) => (params as Record<string, string>)[param] ?? "";
}

async function findPlace(
  { context, caller: { userId, email } }: Calling,
  find: FindPlaces,
  id: string,
): Promise<Place | undefined> {
  const [place] = await find(context.database.read, { id, userId, domain: domainOf(email) });
  return place;
}
