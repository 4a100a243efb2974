import { safeDecodeUriComponent } from "../../platform/index.ts";
import type { ContentRef, DocumentLinks } from "../document/index.ts";
import { type AddressBook, findReusableContent, type Origin, openAddressBook } from "../links/index.ts";
import { getValue } from "../map/index.ts";
import type { Content, PageRecord } from "../model/index.ts";
import { findPage } from "../pages/index.ts";

/** What is found in the documents of these hashes. */
export type ReadDocumentLinks = (hashes: readonly string[]) => Promise<ReadonlyMap<string, DocumentLinks>>;

/**
 * What a link leads to. Where that is inside of the content at hand, it is known whether it is there; all else has to
 * be looked for elsewhere.
 */
export interface Target {
  readonly ref: ContentRef;
  readonly isThere?: boolean;
  /** Where something would be that is not there: the same address leads to another place from elsewhere. */
  readonly path?: string;
}

/** Finds out what links lead to, seen from one content. */
export class Targets {
  readonly #content: Content;
  readonly #spaceId: string;
  readonly #readDocumentLinks: ReadDocumentLinks;
  readonly #found = new Map<string, Promise<Target>>();
  readonly #books = new Map<string, Promise<AddressBook>>();
  readonly #anchors = new Map<string, Promise<ReadonlyMap<string, number>>>();

  constructor(content: Content, spaceId: string, readDocumentLinks: ReadDocumentLinks) {
    this.#content = content;
    this.#spaceId = spaceId;
    this.#readDocumentLinks = readDocumentLinks;
  }

  /** What a reference leads to that stands on a page, or on none. */
  find(ref: ContentRef, origin: Origin): Promise<Target> {
    const key = `${isRelative(ref) ? origin : ""} ${JSON.stringify(ref)}`;
    return this.#found.getOrInsertComputed(key, () => this.#resolve(withoutQuery(ref), origin));
  }

  async #resolve(ref: ContentRef, origin: Origin): Promise<Target> {
    if ("space" in ref && ref.kind !== "space" && ref.space !== undefined) {
      if (ref.space !== this.#spaceId) return { ref };
      const { space, ...here } = ref;
      return this.#resolve(here, origin);
    }
    const { nodes, roots } = this.#content;
    switch (ref.kind) {
      case "page": {
        const page = await this.#findPage(ref.page, origin);
        return { ref: { ...ref, page: page ?? ref.page }, isThere: page !== undefined };
      }
      case "anchor":
        return this.#resolveAnchor(ref, origin);
      case "file":
        return isAddress(ref.file)
          ? this.#resolveUrl(ref.file, origin)
          : { ref, isThere: (await getValue(nodes, roots.files, ref.file)) !== undefined };
      case "reusable-content": {
        const found = await findReusableContent(this.#content, ref.reusableContent);
        return {
          ref: { ...ref, reusableContent: found?.key ?? ref.reusableContent },
          isThere: found !== undefined,
        };
      }
      case "url":
        return this.#resolveUrl(ref.url, origin);
      default:
        return { ref };
    }
  }

  #bookOf(origin: Origin): Promise<AddressBook> {
    return this.#books.getOrInsertComputed(origin ?? "", () => openAddressBook(this.#content, origin));
  }

  /** By its id. What looks like one may be the path of a page that was not there when the link was written. */
  async #findPage(name: string, origin: Origin): Promise<string | undefined> {
    if ((await findPage(this.#content, name)) !== undefined) return name;
    const found = await (await this.#bookOf(origin)).resolve(`/pages/${name}`);
    return found !== undefined && "page" in found ? found.page : undefined;
  }

  /** A path that leads to nothing when it was written may lead to something by now. */
  async #resolveUrl(url: string, origin: Origin): Promise<Target> {
    const ref = { kind: "url", url } as const;
    if (!isPath(url)) return { ref };
    const book = await this.#bookOf(origin);
    const found = await book.resolve(url);
    if (found === undefined && url.startsWith("/")) return { ref };
    if (found === undefined) {
      const path = book.pathOf(url);
      return { ref, isThere: false, ...(path !== undefined && { path }) };
    }
    if ("file" in found) return { ref: { kind: "file", file: found.file }, isThere: true };
    const [, anchor] = /#(.+)$/s.exec(url) ?? [];
    const page = { page: found.page };
    if (anchor === undefined) return this.#resolve({ kind: "page", ...page }, origin);
    return this.#resolve({ kind: "anchor", ...page, anchor: safeDecodeUriComponent(anchor) }, origin);
  }

  async #resolveAnchor(ref: Extract<ContentRef, { kind: "anchor" }>, origin: Origin): Promise<Target> {
    const id = ref.page === undefined ? origin : ((await this.#findPage(ref.page, origin)) ?? ref.page);
    // In a reusable content it leads into whatever page that is shown on.
    if (id === undefined) return { ref, isThere: true };
    const page = await findPage(this.#content, id);
    const anchors = page && (await this.#anchors.getOrInsertComputed(id, () => this.#anchorsOf(page)));
    return { ref: { ...ref, page: id }, isThere: anchors !== undefined && hasAnchor(anchors, ref.anchor) };
  }

  /** Those of the page's own headings, and of all that it includes, each with how often it is there. */
  async #anchorsOf({ document }: PageRecord): Promise<ReadonlyMap<string, number>> {
    const anchors = new Map<string, number>();
    const seen = new Set<string>();
    for (let hashes = document === undefined ? [] : [document]; hashes.length > 0; ) {
      for (const hash of hashes) seen.add(hash);
      const findings = [...(await this.#readDocumentLinks(hashes)).values()];
      for (const each of findings)
        for (const anchor of each.anchors) anchors.set(anchor, (anchors.get(anchor) ?? 0) + 1);
      const included = await Promise.all(
        findings.flatMap(({ links }) =>
          links.map(({ ref }) =>
            ref.kind === "reusable-content"
              ? findReusableContent(this.#content, ref.reusableContent)
              : undefined,
          ),
        ),
      );
      hashes = [...new Set(included.flatMap((each) => each?.value.document ?? []))].filter(
        (hash) => !seen.has(hash),
      );
    }
    return anchors;
  }
}

/** Where a page and what it includes have the same one, all but the first of them are numbered. */
function hasAnchor(anchors: ReadonlyMap<string, number>, anchor: string): boolean {
  const [, base = "", number] = /^(.+)-(\d+)$/.exec(anchor) ?? [];
  return anchors.has(anchor) || (anchors.get(base) ?? 0) > Number(number ?? Number.POSITIVE_INFINITY);
}

/** Whether it leads somewhere else from another page. */
function isRelative(ref: ContentRef): boolean {
  if (ref.kind === "anchor") return ref.page === undefined;
  return ref.kind === "url" ? isPath(ref.url) : ref.kind === "file" && isAddress(ref.file);
}

/** A file that is none of the space is named by its address. */
function isAddress(file: string): boolean {
  return !/^[\w-]+$/.test(file);
}

function isPath(url: string): boolean {
  return !/^([a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(url);
}

/** What is asked for there does not make it another page. */
function withoutQuery(ref: ContentRef): ContentRef {
  if (ref.kind !== "page" && ref.kind !== "anchor") return ref;
  const { query, ...plain } = ref;
  return plain;
}
