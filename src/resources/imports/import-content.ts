import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openContent } from "../../content/content.ts";
import { findPage } from "../../content/pages/read-pages.ts";
import { badInput, conflict, LecternError, notFound } from "../../errors.ts";
import { type Upload, uploadFromDisk } from "../../files/upload.ts";
import { newId, newSecretId } from "../../ids.ts";
import type { Home } from "../../importing/changes-of-harvest.ts";
import type { ImportOrder } from "../../importing/harvest-apart.ts";
import type { Harvest, Harvesting, SourceFile } from "../../importing/source.ts";
import type { Head } from "../../repositories/advance.ts";
import { applyToContent, type Changing, type ContentTarget } from "../content/change-content.ts";
import type { ImportResult } from "./schema.ts";

/** How many imports one process works on; each takes a thread, and memory. */
const mostAtOnce = 4;
let running = 0;

interface Order extends Pick<ImportOrder, "source" | "from"> {
  /** The page that the import goes into: its first page becomes that page's text, and all else goes below it. */
  readonly page?: string;
  readonly report?: Harvesting["report"];
}

/** Brings the content of a source in, as one new revision. */
export async function importContent<H extends Head>(
  call: Changing,
  target: ContentTarget<H>,
  order: Order,
): Promise<ImportResult> {
  if (running >= mostAtOnce)
    throw new LecternError(503, "Too many imports are running; try again when one is done", {
      "Retry-After": "60",
    });
  running++;
  const folder = await mkdtemp(join(tmpdir(), "lectern-import-"));
  try {
    return await importThrough(folder, call, target, order);
  } finally {
    running--;
    await rm(folder, { recursive: true, force: true });
  }
}

async function importThrough<H extends Head>(
  folder: string,
  call: Changing,
  target: ContentTarget<H>,
  { page, report, ...order }: Order,
): Promise<ImportResult> {
  // What cannot be changed needs not to be fetched.
  const home = await findHome(await target.read(), page);
  const { allowPrivateNetwork } = call.context.config;
  const harvest = await harvestOrRefuse({ ...order, folder, allowPrivateNetwork }, report);
  const { fitPages, fitReusableContents } = await import("../../importing/fit-pages.ts");
  const { changesOfHarvest } = await import("../../importing/changes-of-harvest.ts");
  const { pages, lost } = await fitPages(harvest.pages);
  if (pages.length === lost) throw badInput("url", "holds no page that could be imported");
  const uploads = await takeFiles(harvest.files);
  const files = uploads.map(({ address, upload: { record } }) => ({ address, record }));
  const reusableContents = fitReusableContents(harvest.reusableContents ?? []).map((content) => ({
    ...content,
    id: newId(),
  }));
  const { variables } = harvest;
  const changes = await changesOfHarvest(
    { pages, files, reusableContents, ...(variables !== undefined && { variables }) },
    { id: newSecretId(), home },
  );
  const { revisionId } = await applyToContent(call, target, {
    changes,
    uploads: uploads.map(({ upload }) => upload),
  });
  return {
    revision: revisionId,
    importedResources: pages.length - lost + files.length + reusableContents.length,
    totalResources: harvest.total,
  };
}

/** The page that an import goes into; undefined where it goes to the top. */
async function findHome({ nodes, root }: Head, id: string | undefined): Promise<Home | undefined> {
  if (id === undefined) return undefined;
  const page = await findPage(openContent(nodes, root), id);
  if (page === undefined) throw notFound(`Page ${id}`);
  if (page.type === "link") throw conflict("A link has no text, and no pages below it");
  return { id, takesText: page.type === "document" };
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
