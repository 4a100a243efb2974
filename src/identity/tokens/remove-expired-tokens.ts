import { later } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";

/** Expired tokens stay listed for a while, so that their owners can see what happened to them. Nobody asks for the rest. */
const keptFor = 30 * 86_400_000;

export async function removeExpiredTokens(trx: Writer, now: string): Promise<void> {
  await trx.deleteFrom("tokens").where("expires_at", "<", later(now, -keptFor)).execute();
  await trx.deleteFrom("tokens").where("kind", "=", "session").where("expires_at", "<", now).execute();
  await trx.deleteFrom("password_links").where("expires_at", "<", now).execute();
  await trx.deleteFrom("used_tickets").where("until", "<", now).execute();
  // An hour more: they go by the clock of the database.
  const longAgo = Date.parse(now) - 3_600_000;
  await trx.deleteFrom("request_budgets").where("until", "<", longAgo).execute();
  await trx.deleteFrom("sign_in_failures").where("until", "<", now).execute();
}
