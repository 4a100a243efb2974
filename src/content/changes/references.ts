import { notFound } from "../../platform/index.ts";
import { openDestinationResolver, type ResolveOptions } from "../links/index.ts";
import { readFrontMatter, wrongField } from "../markdown/index.ts";
import {
  type Content,
  getRecord,
  type PageAttributes,
  type PageCover,
  type Reference,
} from "../model/index.ts";
import type { Batch } from "./batch.ts";

/** Replaces batch refs with ids in the references of a page, and rejects references to missing pages and files. */
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
    const target = batch.refs.get(reference.file);
    if (target !== undefined && "file" in target) return { ...reference, file: target.file };
    if ((await getRecord(batch.draft, "files", reference.file)) === undefined)
      throw notFound(`${field}.file: File`);
  }
  // Pages of other spaces are not checked.
  const isPage = reference.kind === "page" || reference.kind === "anchor";
  if (isPage && reference.space === undefined && reference.page !== undefined) {
    const target = batch.refs.get(reference.page);
    if (target !== undefined && "page" in target) return { ...reference, page: target.page };
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
  const resolver = await openDestinationResolver(content, page, options);
  const imageRef = async (url: string | undefined): Promise<PageCover["ref"]> => {
    if (!url) return undefined;
    if (/^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:\/\//i.test(url))
      throw wrongField("cover", "must be a file of the space, or an http or https URL");
    const target = await resolver.resolve(url);
    if (target !== undefined && "file" in target) return { kind: "file", file: target.file };
    // A path that does not resolve to a file is ignored.
    return url.includes("://") ? { kind: "url", url } : undefined;
  };
  const [ref, refDark] = [await imageRef(cover), await imageRef(coverDark)];
  if (ref === undefined && refDark === undefined) return undefined;
  return { ...(ref && { ref }), ...(refDark && { refDark }), yPos: coverY ?? 0 };
}
