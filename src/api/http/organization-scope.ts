import { sql } from "kysely";
import { domainOf, findMembership } from "../../identity/roles/index.ts";
import { ssoRequired } from "../../identity/sessions/index.ts";
import { forbidden, notFound } from "../../platform/index.ts";
import { type Flag, prepared, type Reader } from "../../storage/database/index.ts";
import type { SessionOrigin } from "./authenticate.ts";
import type { Call, Operation } from "./operation.ts";

type CallOfUser = Pick<Call, "context" | "caller">;

/**
 * Refuses operations on organizations that require SSO if the session is from another login method. If the session is
 * scoped to an organization, also refuses all operations that may reach outside of it.
 */
export async function requireWithinScope(operation: Operation, call: Call, session: SessionOrigin) {
  const subject = subjects.find(
    ({ path }) => operation.path === path || operation.path.startsWith(`${path}/`),
  );
  const { [subject?.param ?? ""]: id = "" } = call.params as Record<string, string>;
  const organization = subject && (await findOrganization(call, subject.find, id));
  if (organization !== undefined) requireSso(organization, call);
  if (!session.scopedToOrganization) return;
  // The error does not reveal whether an object exists outside of the scope.
  if (subject !== undefined && organization?.id !== session.organizationId) throw notFound(subject.name);
  const isWithin = subject !== undefined && !transfers.includes(operation.id);
  if (!isWithin && !(await isAllowedOutside(call, session.organizationId)))
    throw forbidden(
      "This session is limited to the organization of its identity provider; an operator can lift the limit: lectern organization trust ID",
    );
}

/** Refuses a session of another login method if this organization requires SSO of the caller. */
export async function requireSsoSession(call: CallOfUser, organizationId: string): Promise<void> {
  if (call.caller.session === undefined) return;
  const organization = await findOrganization(call, findById, organizationId);
  if (organization !== undefined) requireSso(organization, call);
}

/** Refuses a session that is not valid in this organization. The error names the object that the caller asks for. */
export async function requireWithinSession(call: CallOfUser, organizationId: string, name: string) {
  const { session } = call.caller;
  if (session?.scopedToOrganization && session.organizationId !== organizationId) throw notFound(name);
  await requireSsoSession(call, organizationId);
}

function requireSso({ id, requires_sso }: OrganizationRow, { context, caller: { session } }: CallOfUser) {
  if (requires_sso === 1 && session?.organizationId !== id) throw ssoRequired(id, context.config);
}

/** Operations that move an object to another organization. */
const transfers = ["transferSpace", "transferCollection"];

/** Operations about the caller, or about members of the organization, that a scoped session may use. */
async function isAllowedOutside({ context, caller, operationId, params }: Call, organizationId: string) {
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
      return belongsOnlyTo(read, caller.userId, organizationId);
    default:
      return false;
  }
}

/** Whether a user is a member of this organization only, and has neither a password nor an API token. */
async function belongsOnlyTo(db: Reader, userId: string, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where user_id = ${userId} and organization_id <> ${organizationId}
    union all select 1 from passwords where user_id = ${userId}
    union all select 1 from tokens where user_id = ${userId} and kind = 'api'
    limit 1`.execute(db);
  return rows.length === 0;
}

interface OrganizationRow {
  readonly id: string;
  /** Whether the caller is a member and has to sign in through the organization's own provider. */
  readonly requires_sso: Flag;
}

type Parameters = { id: string; userId: string; domain: string };
type Value = ReturnType<typeof sql<string>>;

const findById = prepared<Parameters, OrganizationRow>((db, value) =>
  selectOrganization(db, value("userId"), value("domain")).where("organizations.id", "=", value("id")),
);
const findByLibraryItem = prepared<Parameters, OrganizationRow>((db, value) =>
  selectOrganization(db, value("userId"), value("domain"))
    .innerJoin("contents", "contents.organization_id", "organizations.id")
    .where("contents.id", "=", value("id")),
);
const findByHostname = prepared<Parameters, OrganizationRow>((db, value) =>
  selectOrganization(db, value("userId"), value("domain"))
    .innerJoin("sites", "sites.organization_id", "organizations.id")
    .where("sites.hostname", "=", value("id")),
);

function selectOrganization(db: Reader, userId: Value, domain: Value) {
  return db.selectFrom("organizations").select([
    "organizations.id",
    sql<Flag>`case when organizations.sso = 1 and exists (
        select 1 from organization_email_domains
        where organization_id = organizations.id and domain = ${domain}
      ) and exists (
        select 1 from members where organization_id = organizations.id and user_id = ${userId}
      ) then 1 else 0 end`.as("requires_sso"),
  ]);
}

/** The path prefixes of operations on an organization or its objects, and how the organization is found. */
const subjects = [
  { path: "/orgs/:organizationId", param: "organizationId", name: "Organization", find: findById },
  { path: "/spaces/:spaceId", param: "spaceId", name: "Space", find: findByLibraryItem },
  { path: "/collections/:collectionId", param: "collectionId", name: "Collection", find: findByLibraryItem },
  { path: "/custom-hostnames/:hostname", param: "hostname", name: "Custom hostname", find: findByHostname },
];

async function findOrganization(
  { context, caller: { userId, email } }: CallOfUser,
  find: typeof findById,
  id: string,
): Promise<OrganizationRow | undefined> {
  const [organization] = await find(context.database.read, { id, userId, domain: domainOf(email) });
  return organization;
}
