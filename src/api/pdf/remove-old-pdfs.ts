import { addMilliseconds } from "../../platform/index.ts";
import { inSteps, stepSize, type Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";

const hour = 3_600_000;
/** How long a PDF is kept after it was last asked for. */
const keptFor = 7 * 24 * hour;

/** Removes PDFs that nobody asked for lately, and what was begun and never finished. Their bytes go as all that nothing has any more. */
export async function removeOldPdfs({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  await inSteps(database, (trx) => remove(trx, matchUnused(trx, addMilliseconds(now, -keptFor))));
  await inSteps(database, (trx) => remove(trx, matchUnfinished(trx, addMilliseconds(now, -hour))));
}

function matchUnused(trx: Writer, until: string) {
  return trx.selectFrom("pdfs").where("used_at", "<=", until);
}

function matchUnfinished(trx: Writer, until: string) {
  return trx.selectFrom("pdfs").where("hash", "is", null).where("made_at", "<=", until);
}

async function remove(trx: Writer, matching: ReturnType<typeof matchUnused>): Promise<number> {
  const ids = (await matching.select("id").limit(stepSize).execute()).map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom("pdfs").where("id", "in", ids).execute();
  return ids.length;
}
