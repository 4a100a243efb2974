import { hash, randomBytes } from "node:crypto";
import type { Database } from "../storage/database/index.ts";

/** The length of a hash in characters of 6 bits: two of 10 million visitors have the same one with a probability of 16%. */
const hashLength = 8;

/** Hashes ids that clients or cookies have given to visitors of a site. The same id has another hash in another site. */
export function visitorHasher(secret: string, siteId: string): (id: string) => string {
  const prefix = prefixOf(secret, ["visitor", siteId]);
  return (id) => shortHash(prefix, id);
}

/** The beginning of a JSON array, to which `shortHash` adds the last part. */
function prefixOf(secret: string, parts: readonly string[]): string {
  return `${JSON.stringify([secret, ...parts]).slice(0, -1)},`;
}

/** A tenth of the time of an HMAC, which protects no better here: only a part of the hash is stored, so nobody can continue it. */
function shortHash(prefix: string, part: string): string {
  return hash("sha256", `${prefix}${JSON.stringify(part)}]`, "base64url").slice(0, hashLength);
}

/**
 * Tells visitors without a cookie apart during a day: by a hash of their address and user agent with a random salt of the
 * day. All processes share the salt through the database. It is deleted after the day, so that nobody can find out to which address a
 * hash belongs, or that two hashes of different days belong to the same visitor.
 */
export class DailyVisitors {
  readonly #database: Database;
  #current: { readonly day: string; readonly salt: Promise<string> } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The id of a visitor for one day. */
  async idOf(day: string, address: string, userAgent: string): Promise<string> {
    if (this.#current?.day !== day) {
      const salt = this.#readSalt(day);
      this.#current = { day, salt };
      salt.catch(() => {
        this.#current = undefined;
      });
    }
    return shortHash(prefixOf(await this.#current.salt, [address]), userAgent);
  }

  async #readSalt(day: string): Promise<string> {
    const find = async () =>
      (
        await this.#database.read
          .selectFrom("visitor_salts")
          .where("day", "=", day)
          .select("salt")
          .executeTakeFirst()
      )?.salt;
    const known = await find();
    if (known !== undefined) return known;
    const salt = randomBytes(32).toString("base64url");
    await this.#database.write((trx) =>
      trx
        .insertInto("visitor_salts")
        .values({ day, salt })
        .onConflict((existing) => existing.column("day").doNothing())
        .execute(),
    );
    return (await find()) ?? salt;
  }
}

/** Deletes the salts of earlier days. */
export async function removeVisitorSalts(database: Database, today: string): Promise<void> {
  await database.write((trx) => trx.deleteFrom("visitor_salts").where("day", "<", today).execute());
}
