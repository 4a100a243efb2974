import { Slots } from "../../apart/slots.ts";
import { withChild } from "../../apart/with-child.ts";
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import { LecternError } from "../../errors.ts";
import type { PdfOrder } from "./order.ts";
import { deletePdf, finishPdf, insertPdf, type MadePdf, type PdfRow } from "./store.ts";

/** All that the process is told that makes one. */
export interface PdfTask {
  readonly config: Config;
  readonly order: PdfOrder;
  /** What the bytes are to belong to. */
  readonly repositoryId: string;
}

/** One takes all of a processor. */
const slots = new Slots({
  names: ["PDF", "PDFs"],
  atOnce: 2,
  each: 1,
  waiting: { atOnce: 20, each: 10, patience: 30_000 },
  retryAfter: 10,
});

/** In megabytes. */
const memory = { heap: 384, resident: 1024 };
/** In minutes. */
const patience = 5;

/** Makes a PDF in a process of its own, which also keeps its bytes. */
export function makePdf(
  context: Context,
  order: PdfOrder,
  key: string,
  signal: AbortSignal,
): Promise<PdfRow> {
  const { database, clock } = context;
  const make = async () => {
    const row = await database.write((trx) => insertPdf(trx, order, key, clock.now()));
    try {
      const task = { config: context.config, order, repositoryId: row.repository_id };
      const made = await makeApart(task, signal);
      await database.write((trx) => finishPdf(trx, row, made, clock.now()));
      return row;
    } catch (error) {
      // What cannot be removed now will be, as what nobody has finished.
      await database.write((trx) => deletePdf(trx, row)).catch(() => {});
      throw error;
    }
  };
  return slots.take(order.space.organizationId, make, signal);
}

function makeApart(task: PdfTask, signal: AbortSignal): Promise<MadePdf> {
  signal.throwIfAborted();
  const assignment = {
    script: new URL("./pdf-maker.ts", import.meta.url),
    name: "PDF",
    memory,
    patience,
    tooSlow: tooMuch(`takes longer than ${patience} minutes to be made into a PDF`),
    tooLarge: tooMuch("is too large for one PDF"),
  };
  return withChild<MadePdf, never, MadePdf>(assignment, ({ tell, fail, result }) => {
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    tell(task);
    return result;
  });
}

function tooMuch(reason: string): LecternError {
  return new LecternError(400, `The content ${reason}; ask for a part of it with page`);
}
