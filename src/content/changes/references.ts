import { notFound } from "../../platform/index.ts";
import { getValue } from "../map/index.ts";
import type { PageAttributes, PageCover, Reference } from "../model/index.ts";
import { findPage } from "../pages/index.ts";
import type { Batch } from "./batch.ts";

/** The attributes with the batch's own names replaced by ids, and refused where they lead to nothing in this space. */
export async function withKnownReferences(batch: Batch, attributes: PageAttributes): Promise<PageAttributes> {
  const { cover, target } = attributes;
  return {
    ...attributes,
    ...(cover && { cover: await knownCover(batch, cover) }),
    ...(target && { target: await known(batch, target, "target") }),
  };
}

async function knownCover(batch: Batch, { ref, refDark, yPos }: PageCover): Promise<PageCover> {
  return {
    ...(ref && { ref: await known(batch, ref, "cover.ref") }),
    ...(refDark && { refDark: await known(batch, refDark, "cover.refDark") }),
    yPos,
  };
}

async function known<R extends Reference>(batch: Batch, reference: R, field: string): Promise<R> {
  const { nodes, roots } = batch.draft;
  if (reference.kind === "file") {
    const named = batch.refs.get(reference.file);
    if (named !== undefined && "file" in named) return { ...reference, file: named.file };
    if ((await getValue(nodes, roots.files, reference.file)) === undefined)
      throw notFound(`${field}.file: File`);
  }
  // What is in another space is not known here.
  const isPage = reference.kind === "page" || reference.kind === "anchor";
  if (isPage && reference.space === undefined && reference.page !== undefined) {
    const named = batch.refs.get(reference.page);
    if (named !== undefined && "page" in named) return { ...reference, page: named.page };
    if ((await findPage(batch.draft, reference.page)) === undefined) throw notFound(`${field}.page: Page`);
  }
  return reference;
}
