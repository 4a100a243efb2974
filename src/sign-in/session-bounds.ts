import { sql } from "kysely";
import type { Reader } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import type { Flag } from "../database/tables.ts";
import { forbidden, notFound } from "../errors.ts";
import type { SessionOrigin } from "../http/authenticate.ts";
import type { Call, Operation } from "../http/operation.ts";
import { findMembership } from "../resources/members/store.ts";
import { domainOf } from "../resources/organizations/domains.ts";
import { useSingleSignOn } from "./insistence.ts";

type Calling = Pick<Call, "context" | "caller">;

/**
 * Refuses what a session is not good for: an organization may insist that its people sign in through its own provider,
 * and a bounded session ends where its organization does.
 */
export async function requireInBounds(
  operation: Operation,
  call: Call,
  { organizationId, isBounded }: SessionOrigin,
): Promise<void> {
  const way = wayTo(operation);
  const { [way?.param ?? ""]: id = "" } = call.params as Record<string, string>;
  const place = way && (await findPlace(call, way.find, id));
  if (place !== undefined) refuseInsisting(place, call);
  if (!isBounded) return;
  if (place !== undefined && place.id !== organizationId) throw notFound(way?.thing ?? "");
  const isWithin = way !== undefined && !leaving.includes(operation.id);
  if (!isWithin && !(await isHarmless(call, organizationId ?? "")))
    throw forbidden("You have signed in to one organization; this is beyond it");
}

/** The same where it is not the path that leads to an organization. */
export async function requireReachable(call: Calling, organizationId: string): Promise<void> {
  if (call.caller.session === undefined) return;
  const place = await findPlace(call, fromOrganizations, organizationId);
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
  const found = await db
    .selectFrom("users")
    .where("id", "=", userId)
    .where(({ not, or, exists, selectFrom }) =>
      not(
        or([
          exists(
            selectFrom("members")
              .where("user_id", "=", userId)
              .where("organization_id", "!=", organizationId)
              .select("user_id"),
          ),
          exists(selectFrom("passwords").where("user_id", "=", userId).select("user_id")),
          exists(
            selectFrom("tokens").where("user_id", "=", userId).where("kind", "=", "api").select("user_id"),
          ),
        ]),
      ),
    )
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}

interface Place {
  /** The organization. */
  readonly id: string;
  /** Whether it wants the caller to sign in through its own provider. */
  readonly insists: Flag;
}

type FindPlaces = (db: Reader, values: { id: string; domain: string }) => Promise<Place[]>;

interface WayToPlace {
  readonly thing: string;
  readonly param: string;
  readonly find: FindPlaces;
}

/** By what an operation's path begins with, the organization is found that it is about. */
function wayTo({ path }: Operation): WayToPlace | undefined {
  return ways.find(({ start }) => path === start || path.startsWith(`${start}/`));
}

const fromOrganizations = prepared<{ id: string; domain: string }, Place>((db, value) =>
  selectPlace(db, value("domain")).where("organizations.id", "=", value("id")),
);
const fromContents = prepared<{ id: string; domain: string }, Place>((db, value) =>
  selectPlace(db, value("domain"))
    .innerJoin("contents", "contents.organization_id", "organizations.id")
    .where("contents.id", "=", value("id")),
);

function selectPlace(db: Reader, domain: ReturnType<typeof sql<string>>) {
  return db.selectFrom("organizations").select([
    "organizations.id",
    sql<Flag>`case when organizations.sso = 1 and exists (
        select 1 from organization_email_domains
        where organization_id = organizations.id and domain = ${domain}
      ) then 1 else 0 end`.as("insists"),
  ]);
}

const ways = [
  { start: "/orgs/:organizationId", thing: "Organization", param: "organizationId", find: fromOrganizations },
  { start: "/spaces/:spaceId", thing: "Space", param: "spaceId", find: fromContents },
  { start: "/collections/:collectionId", thing: "Collection", param: "collectionId", find: fromContents },
];

async function findPlace(
  { context, caller }: Calling,
  find: FindPlaces,
  id: string,
): Promise<Place | undefined> {
  const [place] = await find(context.database.read, { id, domain: domainOf(caller.email) });
  return place;
}
