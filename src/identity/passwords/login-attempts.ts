import { hash } from "node:crypto";
import { addMilliseconds, tooManyRequests } from "../../platform/index.ts";
import { isPublicAddress, networkPrefix } from "../../platform/safe-fetch/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { StorageContext } from "../../storage/index.ts";

/** How many attempts may fail in these milliseconds. */
export const signInLimits = {
  milliseconds: 15 * 60_000,
  accountFromNetwork: 10,
  account: 100,
  network: 200,
} as const;

interface Limit {
  readonly key: string;
  readonly max: number;
}

/** The limits on failures for an account: from one network, and from all networks together. */
function accountLimits(email: string, address: string): readonly Limit[] {
  return [
    { key: keyOf("both", email, networkPrefix(address)), max: signInLimits.accountFromNetwork },
    { key: keyOf("email", email), max: signInLimits.account },
  ];
}

/** The limit for one network. A private address belongs to a proxy that all users share, so it has no limit. */
function networkLimits(address: string): readonly Limit[] {
  return isPublicAddress(address)
    ? [{ key: keyOf("address", networkPrefix(address)), max: signInLimits.network }]
    : [];
}

/** Keys are hashed, since users sometimes type their password into the email field. */
function keyOf(...parts: readonly string[]): string {
  return hash("sha256", JSON.stringify(parts), "base64url");
}

/** Counts an attempt as failed before the password is checked, so that concurrent attempts cannot exceed a limit. */
export async function countLoginAttempt({ database, clock }: StorageContext, email: string, address: string) {
  const now = clock.now();
  const exceeded = await database.write(async (trx) => {
    for (const { key, max } of [...networkLimits(address), ...accountLimits(email, address)]) {
      const { count, until } = await increment(trx, key, now);
      // An attempt that is refused by one limit does not count towards the later ones.
      if (count > max) return { max, until };
    }
    return undefined;
  }, "sign-in failures");
  if (exceeded === undefined) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(exceeded.until) - clock.time()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw tooManyRequests(
    `Signing in has failed too often; try again in ${minutes} minutes`,
    exceeded.max,
    seconds,
  );
}

async function increment(trx: Writer, key: string, now: string): Promise<{ count: number; until: string }> {
  await trx.deleteFrom("sign_in_failures").where("key", "=", key).where("until", "<=", now).execute();
  return trx
    .insertInto("sign_in_failures")
    .values({ key, count: 1, until: addMilliseconds(now, signInLimits.milliseconds) })
    .onConflict((existing) =>
      existing.column("key").doUpdateSet((eb) => ({ count: eb("sign_in_failures.count", "+", 1) })),
    )
    .returning(["count", "until"])
    .executeTakeFirstOrThrow();
}

/** Clears the failures of an account after a login or a new password, and removes one failure of the network. */
export async function clearFailures(trx: Writer, email: string, address: string): Promise<void> {
  const keysOf = (limits: readonly Limit[]) => limits.map(({ key }) => key);
  await trx
    .deleteFrom("sign_in_failures")
    .where("key", "in", keysOf(accountLimits(email, address)))
    .execute();
  await trx
    .updateTable("sign_in_failures")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("key", "in", [...keysOf(networkLimits(address)), ""])
    .where("count", ">", 0)
    .execute();
}
