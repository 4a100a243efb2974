import { totalmem } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config/index.ts";
import type { ExternalNames, PrintInput } from "../../pdf/index.ts";
import {
  clientDisconnected,
  retryCautiously,
  withChildProcess,
  withTemporaryFolder,
} from "../../platform/child-process/index.ts";
import { addMilliseconds, ConcurrencyLimiter, LecternError, SingleFlight } from "../../platform/index.ts";
import { storeBlob, uploadFromDisk } from "../../storage/files/index.ts";
import type { Context } from "../http/index.ts";
import { findOrder, findReferencedObjects, keyOf, type PdfCall, type PdfOrder, versionOf } from "./order.ts";
import { pdfUrl } from "./serve-pdfs.ts";
import { deletePdf, findPdf, finishPdf, insertPdf, markUsed, type PdfRow, type StoredPdf } from "./store.ts";

export interface PdfTask {
  readonly config: Config;
  readonly order: PdfOrder;
  readonly folder: string;
  /** Omits what may crash the compiler. */
  readonly isCautious: boolean;
}

export interface Written extends Pick<StoredPdf, "names" | "version"> {
  readonly manuscript: PrintInput;
}

export interface PrintTask {
  readonly manuscript: PrintInput;
  readonly path: string;
  /** Omits what may crash the compiler. */
  readonly isCautious: boolean;
}

/** Limits the concurrent PDFs, because each uses a whole core. */
const slots = new ConcurrencyLimiter({
  names: ["PDF", "PDFs"],
  owner: "organization",
  concurrent: 2,
  perOwner: 1,
  queue: { length: 20, perOwner: 10, timeout: 30_000 },
  retryAfter: 10,
});

/** The memory limits of a child process in megabytes. Each page of a PDF needs about 1.5. */
const memory = { heap: 384, resident: Math.max(1024, Math.min(4096, totalmem() / 2 ** 20 / 8)) };
const timeoutMinutes = 5;

const pending = new SingleFlight<PdfRow>(() => clientDisconnected("PDF"));

/** Returns the download URL of a PDF, and creates the PDF unless it is cached. */
export async function getPdfUrl(call: PdfCall): Promise<string> {
  const { context } = call;
  const order = await findOrder(call);
  const key = keyOf(context, order);
  const row = await pending.run(
    `${order.space.id} ${key}`,
    call,
    async (signal) => (await findCached(context, order, key)) ?? (await makePdf(context, order, key, signal)),
  );
  return pdfUrl(context, row);
}

function makePdf(context: Context, order: PdfOrder, key: string, signal: AbortSignal) {
  const { database, clock } = context;
  const make = async () => {
    const row = await database.write((trx) => insertPdf(trx, order, key, clock.now()));
    try {
      const made = await withTemporaryFolder((folder) =>
        renderPdf(folder, context, order, row.repository_id, signal),
      );
      await database.write((trx) => finishPdf(trx, row, made, clock.now()));
      return row;
    } catch (error) {
      // If this fails, the job for unfinished PDFs deletes the row later.
      await database.write((trx) => deletePdf(trx, row)).catch(() => {});
      throw error;
    }
  };
  return slots.run(order.space.organizationId, make, signal);
}

/** Runs two processes in sequence, so that only one of them needs memory at a time. */
async function renderPdf(
  folder: string,
  context: Context,
  order: PdfOrder,
  repositoryId: string,
  signal: AbortSignal,
): Promise<StoredPdf> {
  const { config, log, childPrograms } = context;
  const onCrash = (error: Error) =>
    log.warn(
      { err: error, spaceId: order.space.id },
      "a PDF could not be made, and is made again with more caution",
    );
  const { manuscript, names, version } = await retryCautiously(
    (isCautious) =>
      runChildProcess<Written>(childPrograms.pdfWriter, { config, order, folder, isCautious }, signal),
    onCrash,
  );
  const path = join(folder, "book.pdf");
  await retryCautiously(
    (isCautious) => runChildProcess<true>(childPrograms.pdfPrinter, { manuscript, path, isCautious }, signal),
    onCrash,
  );
  const bytes = await uploadFromDisk(path, { name: order.name, contentType: "application/pdf" });
  await storeBlob(context, repositoryId, bytes);
  return { hash: bytes.hash, size: bytes.size, names, version };
}

function runChildProcess<Result>(script: URL, task: PdfTask | PrintTask, signal: AbortSignal) {
  signal.throwIfAborted();
  const options = {
    script,
    name: "PDF",
    memory,
    timeoutMinutes,
    timeoutError: tooLarge(`takes longer than ${timeoutMinutes} minutes to convert`),
    memoryError: tooLarge("is too large for one PDF"),
  };
  return withChildProcess<Result, never, Result>(options, ({ send, fail, result }) => {
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    send(task);
    return result;
  });
}

function tooLarge(reason: string): LecternError {
  return new LecternError(400, `The content ${reason}; request a part of it with page`);
}

const hour = 3_600_000;

/** The cached PDF, if its users and specs have not changed. */
async function findCached(context: Context, order: PdfOrder, key: string): Promise<PdfRow | undefined> {
  const { database, clock } = context;
  const row = await findPdf(database.read, order, key);
  if (row === undefined) return undefined;
  const names: ExternalNames = JSON.parse(row.names ?? "");
  const referenced = await findReferencedObjects(database.read, order, names);
  if (versionOf(names, referenced) !== row.names_version) return undefined;
  const now = clock.now();
  if (addMilliseconds(row.used_at, hour) > now) return row;
  return (await database.write((trx) => markUsed(trx, row, now))) ? row : undefined;
}
