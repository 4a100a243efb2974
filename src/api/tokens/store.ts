import { sql } from "kysely";
import { insertToken, newToken } from "../../identity/tokens/index.ts";
import { badInput, forbidden, notFound } from "../../platform/index.ts";
import type { Reader, TokenKind, TokenTable, Writer } from "../../storage/database/index.ts";
import {
  type Call,
  type Caller,
  onlyOrganizationOf,
  requireSsoOfAll,
  requireWithinSession,
} from "../http/index.ts";
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
export function selectCredentials(db: Reader, caller: Caller, kind: TokenKind) {
  const own = fromTokens(db).where("tokens.user_id", "=", caller.userId).where("tokens.kind", "=", kind);
  const only = onlyOrganizationOf(caller);
  return only === undefined ? own : own.where("bound.id", "=", only);
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

/**
 * Creates an API token, which is valid nowhere and at no time at which the caller's own credential is not. One that is created by a token
 * ends with it.
 */
export async function createToken(call: Call, { name, expiresAt, organization }: TokenCreate) {
  const { context, caller } = call;
  const now = context.clock.now();
  const createdBy = caller.kind === "api" ? caller.tokenId : undefined;
  if (createdBy !== undefined) await requireFirstGeneration(context.database.read, createdBy);
  const organizationId = organization ?? onlyOrganizationOf(caller);
  if (organizationId === undefined) await requireSsoOfAll(call);
  else await requireMembership(call, organizationId);
  const token = newToken();
  const fields = {
    ...{ token, userId: caller.userId, name, organizationId, createdBy },
    expiresAt: expiryOf(call, expiresAt),
  };
  return { token, id: await context.database.write((trx) => insertToken(trx, fields, now)) };
}

/** A chain of tokens would not end with its first one: databases limit how deep a deletion goes. */
async function requireFirstGeneration(db: Reader, tokenId: string): Promise<void> {
  const token = await db
    .selectFrom("tokens")
    .where("id", "=", tokenId)
    .where("created_by", "is not", null)
    .select("id")
    .executeTakeFirst();
  if (token !== undefined) throw forbidden("A token that was created by a token cannot create others");
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
