import { later } from "../../clock.ts";
import type { Context } from "../../context.ts";

/** Expired tokens stay listed for a while, so that their owners can see what happened to them. */
const keptFor = 30 * 86_400_000;

export async function removeExpiredTokens(context: Context): Promise<void> {
  await context.database.write((trx) =>
    trx.deleteFrom("tokens").where("expires_at", "<", later(context.clock.now(), -keptFor)).execute(),
  );
}
