import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Change } from "../../content/changes/change.ts";
import { badInput, LecternError } from "../../errors.ts";
import { type Upload, uploadFromDisk } from "../../files/upload.ts";
import { newSecretId } from "../../ids.ts";
import type { ImportOrder } from "../../importing/harvest-apart.ts";
import type { Harvest, Harvesting, SourceFile } from "../../importing/source.ts";
import type { Head } from "../../repositories/advance.ts";
import { applyToContent, type Changing, type ContentTarget } from "../content/change-content.ts";
import type { ImportResult } from "./schema.ts";

/** How many imports one process works on; each takes a thread, and memory. */
const mostAtOnce = 4;
let running = 0;

type Order = Pick<ImportOrder, "source" | "from">;

interface Options {
  /** The page that the import goes into: its first page becomes that page's text, and all else goes below it. */
  readonly page?: string;
  readonly report?: Harvesting["report"];
}

/** Brings the content of a source in, as one new revision. */
export async function importContent<H extends Head>(
  call: Changing,
  target: ContentTarget<H>,
  order: Order,
  options: Options = {},
): Promise<ImportResult> {
  if (running >= mostAtOnce)
    throw new LecternError(503, "Too many imports are running; try again when one is done", {
      "Retry-After": "60",
    });
  running++;
  const folder = await mkdtemp(join(tmpdir(), "lectern-import-"));
  try {
    return await importThrough(folder, call, target, order, options);
  } finally {
    running--;
    await rm(folder, { recursive: true, force: true });
  }
}

async function importThrough<H extends Head>(
  folder: string,
  call: Changing,
  target: ContentTarget<H>,
  order: Order,
  { page, report }: Options,
): Promise<ImportResult> {
  const { allowPrivateNetwork } = call.context.config;
  const harvest = await harvestOrRefuse({ ...order, folder, allowPrivateNetwork }, report);
  const { fitPages } = await import("../../importing/fit-pages.ts");
  const pages = await fitPages(harvest.pages);
  if (pages.length === 0) throw badInput("url", "holds no page that could be imported");
  const uploads = await takeFiles(harvest.files);
  const files = uploads.map(({ address, upload: { record } }) => ({ address, record }));
  const changes = await changesFor({ pages, files }, page);
  const { revisionId } = await applyToContent(call, target, {
    changes,
    uploads: uploads.map(({ upload }) => upload),
  });
  return {
    revision: revisionId,
    importedResources: pages.length + files.length,
    totalResources: Math.max(harvest.total, pages.length + files.length),
  };
}

async function harvestOrRefuse(order: ImportOrder, report?: Harvesting["report"]): Promise<Harvest> {
  const { harvestApart } = await import("../../importing/harvest-apart.ts");
  const { ImportError } = await import("../../importing/source.ts");
  try {
    return await harvestApart(order, report);
  } catch (error) {
    if (error instanceof ImportError) throw badInput("url", error.message);
    throw error;
  }
}

async function takeFiles(files: readonly SourceFile[]): Promise<{ address: string; upload: Upload }[]> {
  const taken: { address: string; upload: Upload }[] = [];
  for (const { address, path, name, contentType } of files)
    taken.push({ address, upload: await uploadFromDisk(path, { name, contentType }) });
  return taken;
}

async function changesFor(
  taken: Parameters<typeof import("../../importing/changes-of-harvest.ts")["changesOfHarvest"]>[0],
  page: string | undefined,
): Promise<Change[]> {
  const { changesOfHarvest } = await import("../../importing/changes-of-harvest.ts");
  return changesOfHarvest(taken, { id: newSecretId(), ...(page !== undefined && { page }) });
}
