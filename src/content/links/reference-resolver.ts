import { safeDecodeUriComponent } from "../../platform/index.ts";
import { type ContentRef, type DocumentLinks, withoutDigitPrefix } from "../document/index.ts";
import type { Entry } from "../map/index.ts";
import {
  type Content,
  type FileRecord,
  getRecord,
  type PageRecord,
  type ReusableContentRecord,
  readRecords,
} from "../model/index.ts";
import { findPage, slugOf } from "../pages/index.ts";
import { refOfAppLink } from "./app-link.ts";
import { type DestinationResolver, type Origin, openDestinationResolver } from "./destination-resolver.ts";

/** Reads the links and anchors of documents, by hash. */
export type ReadDocumentLinks = (
  hashes: readonly string[],
  options?: {
    /** Keeps the links out of the cache: those of a whole content would displace everything else. */
    readonly once?: boolean;
  },
) => Promise<ReadonlyMap<string, DocumentLinks>>;

export interface ReferenceTarget {
  /** The reference with paths and names replaced by ids. */
  readonly ref: ContentRef;
  /** `external`: the target is not part of this content, so it is unknown whether it exists. */
  readonly status: "found" | "broken" | "external";
  /** The absolute path of a broken relative link. */
  readonly path?: string;
  /** The address of a link to a space that this server may not have. In `ref`, the page may be a path. */
  readonly url?: string;
  /** The record of the target. For an anchor, the record of its page. */
  readonly page?: PageRecord;
  readonly file?: FileRecord;
  readonly reusableContent?: ReusableContentRecord;
}

/** A link to GitBook's application that leads out of the content is a URL to it, unless its space is looked up. */
export function toUrlTarget(target: ReferenceTarget): ReferenceTarget {
  const { url } = target;
  return url === undefined ? target : { ref: { kind: "url", url }, status: "external" };
}

type AnchorRef = Extract<ContentRef, { kind: "anchor" }>;

/** The references that depend on one page. They are resolved page by page, so only those of the last page are kept. */
interface OriginCache {
  readonly origin: Origin;
  readonly resolver: Promise<DestinationResolver>;
  readonly targets: Map<string, Promise<ReferenceTarget>>;
}

/**
 * Resolves references in one content. Each distinct reference is resolved once. Without `readDocumentLinks`, every anchor
 * is assumed to exist.
 */
export class ReferenceResolver {
  readonly #content: Content;
  readonly #spaceId: string;
  readonly #readDocumentLinks: ReadDocumentLinks | undefined;
  readonly #targets = new Map<string, Promise<ReferenceTarget>>();
  readonly #anchors = new Map<string, Promise<ReadonlyMap<string, number>>>();
  #ofOrigin: OriginCache | undefined;

  constructor(content: Content, spaceId: string, readDocumentLinks?: ReadDocumentLinks) {
    this.#content = content;
    this.#spaceId = spaceId;
    this.#readDocumentLinks = readDocumentLinks;
  }

  async resolve(ref: ContentRef, origin: Origin): Promise<ReferenceTarget> {
    if (ref.kind === "url" && !isPath(ref.url)) return this.#resolveAddress(ref, origin);
    const targets = isRelative(ref) ? this.#cacheOf(origin).targets : this.#targets;
    return targets.getOrInsertComputed(JSON.stringify(ref), () => this.#resolve(withoutQuery(ref), origin));
  }

  /** Resolves a URL. A link to GitBook's application may lead to this space, or to another one of the server. */
  async #resolveAddress(ref: Extract<ContentRef, { kind: "url" }>, origin: Origin): Promise<ReferenceTarget> {
    const inApp = refOfAppLink(ref.url);
    if (inApp === undefined) return { ref, status: "external" };
    if (spaceOf(inApp) !== this.#spaceId || inApp.kind === "space")
      return { ref: inApp, status: "external", url: ref.url };
    return this.resolve(inApp, origin);
  }

  /** Looks up the paths among the references of a page at once, which is faster than one by one. */
  async preload(refs: readonly ContentRef[], origin: Origin): Promise<void> {
    const paths = refs.flatMap((ref) => (ref.kind === "url" && isPath(ref.url) ? ref.url : []));
    if (paths.length > 0) await (await this.#cacheOf(origin).resolver).resolveAll(paths);
  }

  async #resolve(ref: ContentRef, origin: Origin): Promise<ReferenceTarget> {
    if ("space" in ref && ref.kind !== "space" && ref.space !== undefined) {
      if (ref.space !== this.#spaceId) return { ref, status: "external" };
      const { space, ...local } = ref;
      return this.#resolve(local, origin);
    }
    switch (ref.kind) {
      case "page":
        return this.#resolvePage(ref, origin);
      case "anchor":
        return this.#resolveAnchor(ref, origin);
      case "file":
        return isFileUrl(ref.file) ? this.#resolveUrl(ref.file, origin) : this.#resolveFile(ref.file, ref);
      case "reusable-content": {
        const found = await findReusableContent(this.#content, ref.reusableContent);
        if (found === undefined) return { ref, status: "broken" };
        const { key, value } = found;
        return { ref: { ...ref, reusableContent: key }, status: "found", reusableContent: value };
      }
      case "url":
        return this.#resolveUrl(ref.url, origin);
      default:
        return { ref, status: "external" };
    }
  }

  async #resolvePage(ref: Extract<ContentRef, { kind: "page" }>, origin: Origin): Promise<ReferenceTarget> {
    const id = await this.#findPageId(ref.page, origin);
    const page = id === undefined ? undefined : await findPage(this.#content, id);
    if (id === undefined || page === undefined) return { ref, status: "broken" };
    return { ref: { ...ref, page: id }, status: "found", page };
  }

  async #resolveFile(id: string, ref: ContentRef): Promise<ReferenceTarget> {
    const file = await getRecord(this.#content, "files", id);
    return file === undefined ? { ref, status: "broken" } : { ref, status: "found", file };
  }

  #cacheOf(origin: Origin): OriginCache {
    if (this.#ofOrigin === undefined || this.#ofOrigin.origin !== origin)
      this.#ofOrigin = {
        origin,
        resolver: openDestinationResolver(this.#content, origin),
        targets: new Map(),
      };
    return this.#ofOrigin;
  }

  /** An apparent id may be the path of a page that was created after the link was written. */
  async #findPageId(name: string, origin: Origin): Promise<string | undefined> {
    if ((await findPage(this.#content, name)) !== undefined) return name;
    const found = await (await this.#cacheOf(origin).resolver).resolve(`/pages/${name}`);
    return found !== undefined && "page" in found ? found.page : undefined;
  }

  /** A path that did not resolve when it was written may resolve to a page or file now. */
  async #resolveUrl(url: string, origin: Origin): Promise<ReferenceTarget> {
    const ref = { kind: "url", url } as const;
    if (!isPath(url)) return { ref, status: "external" };
    const resolver = await this.#cacheOf(origin).resolver;
    const found = await resolver.resolve(url);
    if (found === undefined && url.startsWith("/")) return { ref, status: "external" };
    if (found === undefined) {
      const path = resolver.absolutePath(url);
      return { ref, status: "broken", ...(path !== undefined && { path }) };
    }
    if ("file" in found) return this.#resolveFile(found.file, { kind: "file", file: found.file });
    const [, anchor] = /#(.+)$/s.exec(url) ?? [];
    const { page } = found;
    if (anchor === undefined) return this.#resolvePage({ kind: "page", page }, origin);
    return this.#resolveAnchor({ kind: "anchor", page, anchor: safeDecodeUriComponent(anchor) }, origin);
  }

  async #resolveAnchor(ref: AnchorRef, origin: Origin): Promise<ReferenceTarget> {
    const id = ref.page === undefined ? origin : ((await this.#findPageId(ref.page, origin)) ?? ref.page);
    // In reusable content, the anchor belongs to any page that includes it.
    if (id === undefined) return { ref, status: "found" };
    const page = await findPage(this.#content, id);
    if (page === undefined) return { ref: { ...ref, page: id }, status: "broken" };
    const status = (await this.#hasAnchor(id, page, ref.anchor)) ? "found" : "broken";
    return { ref: { ...ref, page: id }, status, page };
  }

  /** Anchors that occur several times on a page are numbered from the second on. */
  async #hasAnchor(id: string, page: PageRecord, anchor: string): Promise<boolean> {
    const read = this.#readDocumentLinks;
    if (read === undefined) return true;
    const anchors = await this.#anchors.getOrInsertComputed(id, () => this.#anchorsOf(page, read));
    const name = withoutDigitPrefix(anchor);
    const [, base = "", number] = /^(.+)-(\d+)$/.exec(name) ?? [];
    return anchors.has(name) || (anchors.get(base) ?? 0) > Number(number ?? Number.POSITIVE_INFINITY);
  }

  /** Counts the anchors of a page without their prefixes, including those of reusable content. */
  async #anchorsOf({ document }: PageRecord, read: ReadDocumentLinks): Promise<ReadonlyMap<string, number>> {
    const anchors = new Map<string, number>();
    const seen = new Set<string>();
    for (let hashes = document === undefined ? [] : [document]; hashes.length > 0; ) {
      for (const hash of hashes) seen.add(hash);
      const included = new Set<string>();
      for (const { anchors: documentAnchors, links } of (await read(hashes)).values()) {
        for (const name of documentAnchors.map(withoutDigitPrefix))
          anchors.set(name, (anchors.get(name) ?? 0) + 1);
        for (const { ref } of links) {
          if (ref.kind !== "reusable-content") continue;
          const found = await findReusableContent(this.#content, ref.reusableContent);
          if (found?.value.document !== undefined) included.add(found.value.document);
        }
      }
      hashes = [...included.difference(seen)];
    }
    return anchors;
  }
}

function spaceOf(ref: ContentRef): string | undefined {
  return "space" in ref ? ref.space : undefined;
}

/** Whether the target depends on the page that contains the reference. */
function isRelative(ref: ContentRef): boolean {
  if (ref.kind === "anchor") return ref.page === undefined;
  return ref.kind === "url" ? isPath(ref.url) : ref.kind === "file" && isFileUrl(ref.file);
}

/** For a file outside the space, `file` is a URL instead of an id. */
function isFileUrl(file: string): boolean {
  return !/^[\w-]+$/.test(file);
}

function isPath(url: string): boolean {
  return !/^([a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(url);
}

function withoutQuery(ref: ContentRef): ContentRef {
  if (ref.kind !== "page" && ref.kind !== "anchor") return ref;
  const { query, ...rest } = ref;
  return rest;
}

/** The estimated memory of one cache entry in bytes. */
const entrySize = 300;

/** Finds a reusable content by its id, or by the path of its Markdown file in exports: `includes/<slug of title>.md`. */
export async function findReusableContent(
  content: Content,
  name: string,
): Promise<Entry<ReusableContentRecord> | undefined> {
  const byId = await getRecord(content, "reusableContents", name);
  if (byId !== undefined) return { key: name, value: byId };
  const [, slug] = /(?:^|\/)includes\/([^/]+)\.md$/.exec(name) ?? [];
  if (slug === undefined) return undefined;
  const bySlug = await content.nodes.memoize(`names ${content.roots.reusableContents}`, async () => {
    const value = new Map<string, Entry<ReusableContentRecord>>();
    for (const entry of await readRecords(content, "reusableContents"))
      value.getOrInsert(slugOf(entry.value.title), entry);
    return { value, size: entrySize * (1 + value.size) };
  });
  return bySlug.get(slug);
}
