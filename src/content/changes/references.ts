import { notFound } from "../../platform/index.ts";
import { openAddressResolver, type ResolveOptions } from "../links/index.ts";
import { readFrontMatter, wrongField } from "../markdown/index.ts";
import {
  type Content,
  getRecord,
  type PageAttributes,
  type PageCover,
  type Reference,
} from "../model/index.ts";
import type { Batch } from "./batch.ts";

/** Replaces refs of the batch by ids in the references of a page, and rejects references to missing pages and files. */
export async function resolveReferences(batch: Batch, attributes: PageAttributes): Promise<PageAttributes> {
  const { cover, target } = attributes;
  return {
    ...attributes,
    ...(cover && { cover: await resolveCover(batch, cover) }),
    ...(target && { target: await resolveReference(batch, target, "target") }),
  };
}

async function resolveCover(batch: Batch, { ref, refDark, yPos }: PageCover): Promise<PageCover> {
  return {
    ...(ref && { ref: await resolveReference(batch, ref, "cover.ref") }),
    ...(refDark && { refDark: await resolveReference(batch, refDark, "cover.refDark") }),
    yPos,
  };
}

async function resolveReference<R extends Reference>(batch: Batch, reference: R, field: string): Promise<R> {
  if (reference.kind === "file") {
    const named = batch.refs.get(reference.file);
    if (named !== undefined && "file" in named) return { ...reference, file: named.file };
    if ((await getRecord(batch.draft, "files", reference.file)) === undefined)
      throw notFound(`${field}.file: File`);
  }
  // Pages of other spaces are not checked.
  const isPage = reference.kind === "page" || reference.kind === "anchor";
  if (isPage && reference.space === undefined && reference.page !== undefined) {
    const named = batch.refs.get(reference.page);
    if (named !== undefined && "page" in named) return { ...reference, page: named.page };
    if ((await getRecord(batch.draft, "pages", reference.page)) === undefined)
      throw notFound(`${field}.page: Page`);
  }
  return reference;
}

/** The cover set in the front matter of a document: files of the space, or external images. */
export async function frontMatterCover(
  content: Content,
  page: string,
  markdown: string,
  options: ResolveOptions,
): Promise<PageCover | undefined> {
  const { cover, coverDark, coverY } = (await readFrontMatter(markdown)) ?? {};
  if (cover === undefined && coverDark === undefined) return undefined;
  const resolver = await openAddressResolver(content, page, options);
  const image = async (address: string | undefined): Promise<PageCover["ref"]> => {
    if (!address) return undefined;
    if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^https?:\/\//i.test(address))
      throw wrongField("cover", "must be a file of the space, or an http or https URL");
    const target = await resolver.resolve(address);
    if (target !== undefined && "file" in target) return { kind: "file", file: target.file };
    // A path that resolves to no file is ignored.
    return address.includes("://") ? { kind: "url", url: address } : undefined;
  };
  const [ref, refDark] = [await image(cover), await image(coverDark)];
  if (ref === undefined && refDark === undefined) return undefined;
  return { ...(ref && { ref }), ...(refDark && { refDark }), yPos: coverY ?? 0 };
}
