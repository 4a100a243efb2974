import type { OutsideNames } from "../../pdf/index.ts";
import { clientDisconnected } from "../../platform/child-process/index.ts";
import { addMilliseconds, SingleFlight } from "../../platform/index.ts";
import type { Context } from "../http/index.ts";
import { addressOf } from "./address.ts";
import { findOrder, type PdfCall } from "./find-order.ts";
import { makePdf } from "./make-pdf.ts";
import { keyOf, type PdfOrder } from "./order.ts";
import { findOutside, versionOf } from "./outside.ts";
import { findMade, markUsed, type PdfRow } from "./store.ts";

const hour = 3_600_000;

const makings = new SingleFlight<PdfRow>(() => clientDisconnected("PDF"));

/** The address of the PDF that is asked for; it is made, if that was not done before. */
export async function givePdf(call: PdfCall): Promise<string> {
  const { context } = call;
  const order = await findOrder(call);
  const key = keyOf(context, order);
  const row = await makings.run(
    `${order.space.id} ${key}`,
    call,
    async (signal) => (await findFresh(context, order, key)) ?? (await makePdf(context, order, key, signal)),
  );
  return addressOf(context, row);
}

/** The one that was made before, if what it names elsewhere is still the same. */
async function findFresh(context: Context, order: PdfOrder, key: string): Promise<PdfRow | undefined> {
  const { database, clock } = context;
  const row = await findMade(database.read, order, key);
  if (row === undefined) return undefined;
  const names: OutsideNames = JSON.parse(row.names ?? "");
  const outside = await findOutside(database.read, order, names);
  if (versionOf(names, outside) !== row.names_version) return undefined;
  const now = clock.now();
  if (addMilliseconds(row.used_at, hour) > now) return row;
  return (await database.write((trx) => markUsed(trx, row, now))) ? row : undefined;
}
