import { newId } from "../../platform/index.ts";
import { type Reader, type TokenKind, toFlag, type Writer } from "../../storage/database/index.ts";
import { hashToken } from "./token.ts";

export interface NewToken {
  readonly token: string;
  readonly userId: string;
  readonly name: string;
  readonly kind?: TokenKind;
  readonly expiresAt?: string;
  /** The provider that vouched for the user. */
  readonly providerId?: string;
  /** Whether it is good for the organization of that provider alone. */
  readonly isBounded?: boolean;
}

export async function insertToken(
  trx: Writer,
  { token, userId, name, kind = "api", expiresAt, providerId, isBounded = false }: NewToken,
  now: string,
): Promise<void> {
  await trx
    .insertInto("tokens")
    .values({
      id: newId(),
      kind,
      user_id: userId,
      hash: hashToken(token),
      name,
      created_at: now,
      last_used_at: null,
      expires_at: expiresAt ?? null,
      saml_provider_id: providerId ?? null,
      bounded: toFlag(isBounded),
    })
    .execute();
}

export function listTokens(db: Reader, email: string | undefined) {
  let query = db
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select([
      "tokens.id",
      "users.email",
      "tokens.name",
      "tokens.created_at",
      "tokens.last_used_at",
      "tokens.expires_at",
    ])
    .orderBy("tokens.id");
  if (email !== undefined) query = query.where("users.email", "=", email);
  return query.execute();
}

/** Takes a token away, named by its id or by itself. False when there is none. */
export async function revokeToken(trx: Writer, idOrToken: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("tokens")
    .where((eb) => eb.or([eb("id", "=", idOrToken), eb("hash", "=", hashToken(idOrToken))]))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
