import { sql } from "kysely";
import { domainOf, findMembership } from "../../identity/roles/index.ts";
import { ssoRequired } from "../../identity/sessions/index.ts";
import { forbidden, notFound } from "../../platform/index.ts";
import { type Flag, prepared, type Reader } from "../../storage/database/index.ts";
import type { Caller, CredentialScope } from "./authenticate.ts";
import type { Call, Operation } from "./operation.ts";

type CallOfUser = Pick<Call, "context" | "caller">;

/**
 * Refuses operations on organizations that require SSO if the session is from another login method. If the session or
 * token is scoped to an organization, also refuses all operations that may reach outside of it.
 */
export async function requireWithinScope(operation: Operation, call: Call, scope: CredentialScope) {
  const subject = subjects.find(
    ({ path }) => operation.path === path || operation.path.startsWith(`${path}/`),
  );
  const { [subject?.param ?? ""]: id = "" } = call.params as Record<string, string>;
  const organization = subject && (await findOrganization(call, subject.find, id));
  if (organization !== undefined) requireSso(organization, call);
  if (!scope.scopedToOrganization) return;
  // The error does not reveal whether an object exists outside of the scope.
  if (subject !== undefined && organization?.id !== scope.organizationId) throw notFound(subject.name);
  const isWithin = subject !== undefined && !transfers.includes(operation.id);
  if (!isWithin && !(await isAllowedOutside(call, scope.organizationId)))
    throw forbidden(
      call.caller.kind === "api"
        ? "This token is bound to an organization, and valid only in it"
        : "This session is limited to the organization that vouches for the user; an operator can lift the limit: lectern organization trust ID",
    );
}

/** Refuses a session of another login method if this organization requires SSO of the caller. */
export async function requireSsoSession(call: CallOfUser, organizationId: string): Promise<void> {
  if (call.caller.scope === undefined) return;
  const organization = await findOrganization(call, findById, organizationId);
  if (organization !== undefined) requireSso(organization, call);
}

/** Refuses a session that is not valid in this organization. The error names the object that the caller asks for. */
export async function requireWithinSession(call: CallOfUser, organizationId: string, name: string) {
  const only = onlyOrganizationOf(call.caller);
  if (only !== undefined && only !== organizationId) throw notFound(name);
  await requireSsoSession(call, organizationId);
}

function requireSso({ id, requires_sso }: OrganizationRow, { context, caller }: CallOfUser) {
  if (requires_sso === 1 && providerOrganizationOf(caller) !== id) throw ssoRequired(id, context.config);
}

/** The organization whose identity provider has authenticated the caller, or whose token it is. */
function providerOrganizationOf({ scope, loginMethod }: Caller): string | undefined {
  return loginMethod === "password" ? undefined : (scope?.organizationId ?? undefined);
}

/** The only organization that the caller's credential is valid in; undefined if it is valid in all. */
export function onlyOrganizationOf({ scope }: Pick<Caller, "scope">): string | undefined {
  return scope?.scopedToOrganization ? scope.organizationId : undefined;
}

/**
 * Refuses a session if any organization of the caller requires SSO and the session is from another login method. An API
 * token for all organizations would be valid there.
 */
export async function requireSsoOfAll({ context, caller }: CallOfUser): Promise<void> {
  if (caller.kind === "api") return;
  const organization = await context.database.read
    .selectFrom("organizations")
    .innerJoin("members", "members.organization_id", "organizations.id")
    .innerJoin("organization_email_domains as domains", "domains.organization_id", "organizations.id")
    .where("members.user_id", "=", caller.userId)
    .where("domains.domain", "=", domainOf(caller.email))
    .where("organizations.sso", "=", 1)
    .where("organizations.id", "!=", providerOrganizationOf(caller) ?? "")
    .select("organizations.id")
    .executeTakeFirst();
  if (organization !== undefined) throw ssoRequired(organization.id, context.config);
}

/** Operations that move an object to another organization. */
const transfers = ["transferSpace", "transferCollection"];

/** Operations about the caller, or about members of the organization, that a scoped session or token may use. */
async function isAllowedOutside({ context, caller, operationId, params }: Call, organizationId: string) {
  const { read } = context.database;
  switch (operationId) {
    case "getAuthenticatedUser":
    case "listOrganizationsForAuthenticatedUser":
      return true;
    // They deal only with what is limited to the same organization.
    case "getUserAccount":
    case "listUserTokens":
    case "createUserToken":
    case "getUserToken":
    case "revokeUserToken":
    case "listUserSessions":
    case "endOtherUserSessions":
    case "endUserSession":
      return true;
    // The password must be one that counts in this organization only.
    case "updateUserPassword":
      return caller.kind === "session";
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

/** Whether a user is a member of this organization only, and has neither a password nor an API token for others. */
async function belongsOnlyTo(db: Reader, userId: string, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where user_id = ${userId} and organization_id <> ${organizationId}
    union all select 1 from passwords where user_id = ${userId}
      and (organization_id is null or organization_id <> ${organizationId})
    union all select 1 from tokens where user_id = ${userId} and kind = 'api'
      and (organization_id is null or organization_id <> ${organizationId})
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
  { path: "/org/:organizationId", param: "organizationId", name: "Organization", find: findById },
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
