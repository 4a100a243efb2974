import { hash } from "node:crypto";
import { later, tooOften } from "../../platform/index.ts";
import { isPublicAddress, placeOf } from "../../platform/safe-fetch/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";

const windowLength = 15 * 60_000;

interface Limit {
  readonly key: string;
  readonly most: number;
}

/** How often one may fail within a quarter of an hour: as somebody from one place, and as somebody. */
function limitsOf(email: string, address: string): readonly Limit[] {
  return [
    { key: keyOf("both", email, placeOf(address)), most: 10 },
    { key: keyOf("email", email), most: 100 },
  ];
}

/** And from one place, whoever one says to be. Behind a proxy, all come from the proxy: that is no place. */
function limitsAt(address: string): readonly Limit[] {
  return isPublicAddress(address) ? [{ key: keyOf("address", placeOf(address)), most: 200 }] : [];
}

/** What somebody typed may be their password: it is not kept. */
function keyOf(...words: readonly string[]): string {
  return hash("sha256", JSON.stringify(words), "base64url");
}

/** Counts a try as a failure before it is looked at: so a thousand at once are not looked at either. */
export async function countTry(
  { database, clock }: StorageContext,
  email: string,
  address: string,
): Promise<void> {
  const now = clock.now();
  const reached = await database.write(async (trx) => {
    for (const { key, most } of [...limitsAt(address), ...limitsOf(email, address)]) {
      const { count, until } = await increment(trx, key, now);
      // What is refused from one place is not held against somebody everywhere.
      if (count > most) return { most, until };
    }
    return undefined;
  }, "sign-in failures");
  if (reached === undefined) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(reached.until) - clock.time()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw tooOften(`Signing in has failed too often; try again in ${minutes} minutes`, reached.most, seconds);
}

async function increment(trx: Writer, key: string, now: string): Promise<{ count: number; until: string }> {
  const until = later(now, windowLength);
  await trx.deleteFrom("sign_in_failures").where("key", "=", key).where("until", "<=", now).execute();
  return trx
    .insertInto("sign_in_failures")
    .values({ key, count: 1, until })
    .onConflict((existing) =>
      existing.column("key").doUpdateSet((eb) => ({ count: eb("sign_in_failures.count", "+", 1) })),
    )
    .returning(["count", "until"])
    .executeTakeFirstOrThrow();
}

/** Who has signed in, or has chosen a new password, has not failed. Others at the same place may have. */
export async function forgetFailures(trx: Writer, email: string, address: string): Promise<void> {
  const keysOf = (limits: readonly Limit[]) => limits.map(({ key }) => key);
  await trx
    .deleteFrom("sign_in_failures")
    .where("key", "in", keysOf(limitsOf(email, address)))
    .execute();
  await trx
    .updateTable("sign_in_failures")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("key", "in", [...keysOf(limitsAt(address)), ""])
    .where("count", ">", 0)
    .execute();
}
