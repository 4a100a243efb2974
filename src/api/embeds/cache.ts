import { hash } from "node:crypto";
import type { Embed } from "../../embeds/index.ts";
import { addMilliseconds } from "../../platform/index.ts";
import { inBatches, inSteps, prepared, stepSize } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";

const minute = 60_000;
/** How long an embed is cached, and that a page could not be reached. */
const [lifetime, failureLifetime] = [24 * 60 * minute, 10 * minute];
/** The number of cached embeds of an organization or user. */
const slots = 8192;

/** Identifies a cached embed. A URL replaces another one with the same slot, which limits the size of the cache. */
type EmbedKey = Readonly<Record<"owner" | "hash", string>> & { readonly slot: number };

export function embedKey(owner: string, { href }: URL, slotCount = slots): EmbedKey {
  const digest = hash("sha256", href, "hex");
  return { owner, hash: digest, slot: Number.parseInt(digest.slice(0, 8), 16) % slotCount };
}

const findRow = prepared<EmbedKey & { now: string }, { embed: string }>((db, value) =>
  db
    .selectFrom("embeds")
    .where("owner_id", "=", value("owner"))
    .where("slot", "=", value("slot"))
    .where("url_hash", "=", value("hash"))
    .where("expires_at", ">", value("now"))
    .select("embed"),
);

export async function findCachedEmbed({ database, clock }: Context, key: EmbedKey) {
  const [row] = await findRow(database.read, { ...key, now: clock.now() });
  return row && (JSON.parse(row.embed) as Embed);
}

export interface CachedEmbed {
  readonly embed: Embed;
  readonly isExpired: boolean;
}

/** The cached embeds of URLs by URL, also expired ones that were not removed yet. */
export async function findCachedEmbeds(
  { database, clock }: Context,
  owner: string,
  urls: readonly URL[],
): Promise<Map<string, CachedEmbed>> {
  const byHash = new Map(urls.map((url) => [embedKey(owner, url).hash, url]));
  const rows = await inBatches([...byHash.values()], (batch) => {
    const keys = batch.map((url) => embedKey(owner, url));
    return database.read
      .selectFrom("embeds")
      .where("owner_id", "=", owner)
      .where("slot", "in", [...new Set(keys.map(({ slot }) => slot))])
      .where(
        "url_hash",
        "in",
        keys.map((key) => key.hash),
      )
      .select(["url_hash", "embed", "expires_at"])
      .execute();
  });
  const now = clock.now();
  return new Map(
    rows.flatMap(({ url_hash, embed, expires_at }) => {
      const url = byHash.get(url_hash);
      return url === undefined
        ? []
        : [[url.href, { embed: JSON.parse(embed), isExpired: expires_at <= now }]];
    }),
  );
}

/** Caches an embed. The reply does not depend on it, so an error is only logged. */
export async function cacheEmbed(
  { database, clock, log }: Context,
  { owner, slot, hash: url_hash }: EmbedKey,
  embed: Embed,
  isFailure: boolean,
): Promise<void> {
  const expires_at = addMilliseconds(clock.now(), isFailure ? failureLifetime : lifetime);
  const values = { url_hash, embed: JSON.stringify(embed), expires_at };
  try {
    await database.write(
      (trx) =>
        trx
          .insertInto("embeds")
          .values({ owner_id: owner, slot, ...values })
          .onConflict((conflict) => conflict.columns(["owner_id", "slot"]).doUpdateSet(values))
          .execute(),
      undefined,
      "snapshot",
    );
  } catch (error) {
    log.warn({ err: error }, "an embed could not be cached");
  }
}

export async function removeExpiredEmbeds({ database, clock }: Context): Promise<void> {
  await inSteps(database, async (trx) => {
    const rows = await trx
      .selectFrom("embeds")
      .where("expires_at", "<=", clock.now())
      .select(["owner_id", "slot"])
      .limit(stepSize)
      .execute();
    if (rows.length === 0) return 0;
    await trx
      .deleteFrom("embeds")
      .where(({ eb, or, and }) =>
        or(rows.map(({ owner_id, slot }) => and([eb("owner_id", "=", owner_id), eb("slot", "=", slot)]))),
      )
      .execute();
    return rows.length;
  });
}
