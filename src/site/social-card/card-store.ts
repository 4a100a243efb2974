import type { Context } from "../../api/http/index.ts";
import { addMilliseconds } from "../../platform/index.ts";
import { inSteps, prepared, stepSize } from "../../storage/database/index.ts";

/** The number of cards of a site that are kept. A card replaces another one with the same slot. */
const slots = 1_000;
const retention = 30 * 24 * 3_600_000;

interface CardKey {
  readonly siteId: string;
  readonly hash: string;
}

function slotOf({ hash }: CardKey): number {
  return Number.parseInt(hash.slice(0, 8), 16) % slots;
}

const findBySlot = prepared<{ siteId: string; slot: number }, { hash: string; bytes: Uint8Array }>(
  (db, value) =>
    db
      .selectFrom("social_cards")
      .where("site_id", "=", value("siteId"))
      .where("slot", "=", value("slot"))
      .select(["hash", "bytes"]),
);

export async function findCard({ database }: Context, key: CardKey): Promise<Uint8Array | undefined> {
  const [card] = await findBySlot(database.read, { siteId: key.siteId, slot: slotOf(key) });
  return card?.hash === key.hash ? card.bytes : undefined;
}

export async function storeCard(
  { database, clock }: Context,
  key: CardKey,
  bytes: Uint8Array,
): Promise<void> {
  const values = { hash: key.hash, bytes, drawn_at: clock.now() };
  await database.write(async (trx) => {
    // The site may have been deleted while the card was drawn.
    const site = await trx.selectFrom("sites").where("id", "=", key.siteId).select("id").executeTakeFirst();
    if (site === undefined) return;
    await trx
      .insertInto("social_cards")
      .values({ site_id: key.siteId, slot: slotOf(key), ...values })
      .onConflict((conflict) => conflict.columns(["site_id", "slot"]).doUpdateSet(values))
      .execute();
  });
}

/** Removes cards that were drawn long ago. They are drawn again when they are requested. */
export async function removeOldCards({ database, clock }: Context): Promise<void> {
  const until = addMilliseconds(clock.now(), -retention);
  await inSteps(database, async (trx) => {
    const rows = await trx
      .selectFrom("social_cards")
      .where("drawn_at", "<=", until)
      .select(["site_id", "slot"])
      .limit(stepSize)
      .execute();
    if (rows.length > 0)
      await trx
        .deleteFrom("social_cards")
        .where(({ or, and, eb }) =>
          or(rows.map(({ site_id, slot }) => and([eb("site_id", "=", site_id), eb("slot", "=", slot)]))),
        )
        .execute();
    return rows.length;
  });
}
