import { sql } from "kysely";
import { insertToken, newToken } from "../../identity/tokens/index.ts";
import { badInput, notFound } from "../../platform/index.ts";
import type { Reader, TokenKind, TokenTable, Writer } from "../../storage/database/index.ts";
import { type Call, type Caller, requireSsoOfAll, requireWithinSession } from "../http/index.ts";
import { findOrganization } from "../organizations/index.ts";
import type { TokenCreate } from "./schema.ts";

export interface TokenRow
  extends Pick<
    TokenTable,
    "id" | "name" | "prefix" | "created_at" | "expires_at" | "last_used_at" | "login_method" | "user_agent"
  > {
  bound_id: string | null;
  bound_title: string | null;
  provider_label: string | null;
}

/** Tokens and sessions, with the organization that they are bound to as `bound`. */
export function fromTokens(db: Reader) {
  return db
    .selectFrom("tokens")
    .leftJoin("saml_providers", "saml_providers.id", "tokens.saml_provider_id")
    .leftJoin("organizations as bound", (join) =>
      join
        .on(sql<boolean>`bound.id = coalesce(tokens.organization_id, saml_providers.organization_id)`)
        .on("tokens.bounded", "=", 1),
    );
}

/**
 * The caller's own tokens or sessions. A caller that is limited to an organization, who may be somebody whom the provider of
 * that organization takes for the user, gets only those that are limited to the same organization.
 */
export function selectCredentials(db: Reader, { userId, scope }: Caller, kind: TokenKind) {
  const own = fromTokens(db).where("tokens.user_id", "=", userId).where("tokens.kind", "=", kind);
  return scope?.scopedToOrganization ? own.where("bound.id", "=", scope.organizationId) : own;
}

export function withTokenColumns(query: ReturnType<typeof fromTokens>) {
  return query.select([
    "tokens.id",
    "tokens.name",
    "tokens.prefix",
    "tokens.created_at",
    "tokens.expires_at",
    "tokens.last_used_at",
    "tokens.login_method",
    "tokens.user_agent",
    "bound.id as bound_id",
    "bound.title as bound_title",
    "saml_providers.label as provider_label",
  ]);
}

/** The API tokens of members of an organization that are bound to it. */
export function selectMemberTokens(db: Reader, organizationId: string) {
  return fromTokens(db)
    .where("tokens.organization_id", "=", organizationId)
    .where("tokens.kind", "=", "api")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("members")
          .where("members.organization_id", "=", organizationId)
          .whereRef("members.user_id", "=", "tokens.user_id")
          .select("members.user_id"),
      ),
    );
}

export async function deleteTokens(trx: Writer, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("tokens").where("id", "in", ids).execute();
}

/** Creates an API token, which is valid nowhere and at no time at which the caller's own credential is not. */
export async function createToken(call: Call, { name, expiresAt, organization }: TokenCreate) {
  const { context, caller } = call;
  const now = context.clock.now();
  const { scope } = caller;
  const organizationId = organization ?? (scope?.scopedToOrganization ? scope.organizationId : undefined);
  if (organizationId === undefined) await requireSsoOfAll(call);
  else await requireMembership(call, organizationId);
  const token = newToken();
  const fields = { token, userId: caller.userId, name, organizationId, expiresAt: expiryOf(call, expiresAt) };
  return { token, id: await context.database.write((trx) => insertToken(trx, fields, now)) };
}

async function requireMembership(call: Call, organizationId: string): Promise<void> {
  const name = `organization: Organization ${organizationId}`;
  const { context, caller } = call;
  if ((await findOrganization(context.database.read, organizationId, caller.userId)) === undefined)
    throw notFound(name);
  await requireWithinSession(call, organizationId, name);
}

function expiryOf({ context, caller }: Call, requested: string | undefined): string | undefined {
  const latest = caller.kind === "api" ? caller.expiresAt : undefined;
  if (requested === undefined) return latest;
  const expiresAt = new Date(requested).toISOString();
  if (expiresAt <= context.clock.now()) throw badInput("expiresAt", "must be in the future");
  if (latest !== undefined && expiresAt > latest)
    throw badInput("expiresAt", `must not be after ${latest}, when the token of this call expires`);
  return expiresAt;
}
