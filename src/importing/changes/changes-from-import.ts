import type { Change, InsertPage } from "../../content/changes/index.ts";
import { refOf } from "../../content/document/index.ts";
import type { FileRecord, Reference } from "../../content/index.ts";
import { findFrontMatterDestinations, rewriteDestinations } from "../../content/markdown/index.ts";
import type { Extent } from "../../content/pages/index.ts";
import { safeDecodeUriComponent } from "../../platform/index.ts";
import {
  folderOfPath,
  normalizePath,
  type SourcePage,
  type SourceReusableContent,
  slugOfAddress,
} from "../source/index.ts";
import { type AppLinks, decodeAmpersands, noAppLinks, ownAddress } from "./app-links.ts";

/** An imported tree within the limits of content, with uploaded files. */
export interface FittedTree {
  readonly pages: readonly SourcePage[];
  readonly files: readonly { readonly address: string; readonly record: FileRecord }[];
  readonly reusableContents?: readonly (SourceReusableContent & { readonly id: string })[];
  readonly variables?: Readonly<Record<string, string>>;
}

export interface TargetPage {
  readonly id: string;
  /** Whether the first imported document becomes the document of this page. All other pages become its descendants. */
  readonly takesFirstDocument: boolean;
  readonly extent: Extent;
}

interface ChangeOptions {
  /** Makes the refs of this import unique. */
  readonly id: string;
  readonly targetPage?: TargetPage | undefined;
  readonly appLinks?: AppLinks | undefined;
  /** Returns the ids of pages and files by their addresses; by default they are new. */
  readonly idOf?: ((address: string) => string) | undefined;
}

/** The changes that insert an imported tree into content, with links between its pages rewritten. */
export async function changesFromImport(tree: FittedTree, options: ChangeOptions): Promise<Change[]> {
  const refs = new ImportRefs(tree, options);
  const { pages, files, reusableContents = [], variables = {} } = tree;
  const changes: Change[] = [];
  if (files.length > 0)
    changes.push({
      operation: "insert_files",
      files: files.map(({ address, record }) => ({
        ...record,
        ref: refs.refOf(address),
        ...(options.idOf && { internal: { id: options.idOf(address) } }),
      })),
    });
  if (Object.keys(variables).length > 0)
    changes.push({ operation: "set_variables", variables, internal: { onlyNew: true } });
  for (const { id, title, address, markdown } of reusableContents)
    changes.push({
      operation: "insert_reusable_content",
      title,
      document: { markdown: await rewriteLinks(markdown, address, refs.links) },
      internal: { id },
    });
  for (const page of pages) changes.push(await changeForPage(page, refs));
  return changes;
}

async function changeForPage(page: SourcePage, refs: ImportRefs): Promise<Change> {
  const { address, type, markdown } = page;
  const document =
    type === "document" && markdown !== undefined
      ? { document: { markdown: await rewriteLinks(markdown, address, refs.links) } }
      : {};
  if (refs.targetPage !== undefined && refs.isTargetPage(address))
    return { operation: "update_page", page: refs.targetPage, ...page.attributes, ...document };
  const into = refs.parentOf(page);
  return {
    ...insertionOf(page, refs, into === undefined),
    ...document,
    ...(into !== undefined && { into }),
    ref: refs.refOf(address),
  };
}

const reusablePath = "/reusable-contents/";

class ImportRefs {
  readonly links: LinkIndex;
  readonly targetPage: string | undefined;
  readonly idOf: ChangeOptions["idOf"];
  readonly #appLinks: AppLinks;
  readonly #pages: ReadonlyMap<string, SourcePage>;
  readonly #refs: ReadonlyMap<string, string>;
  readonly #files: ReadonlySet<string>;
  readonly #firstDocument: string | undefined;

  constructor({ pages, files, reusableContents = [] }: FittedTree, options: ChangeOptions) {
    const { id, targetPage, appLinks = noAppLinks } = options;
    const items = [...pages, ...files];
    const includes = new Map(reusableContents.map(({ address, id }) => [address, `${reusablePath}${id}`]));
    this.#pages = new Map(pages.map((page) => [page.address, page]));
    // Documents contain the refs, so refs of pages that keep their ids stay the same when others are added.
    this.#refs = new Map(
      items.map(({ address }, i) => [address, `import~${id}~${options.idOf?.(address) ?? i}`]),
    );
    this.#files = new Set(files.map(({ address }) => this.refOf(address)));
    this.targetPage = targetPage?.id;
    this.idOf = options.idOf;
    this.#appLinks = appLinks;
    this.#firstDocument = targetPage?.takesFirstDocument
      ? pages.find(({ type }) => type === "document")?.address
      : undefined;
    this.links = createLinkIndex(
      [...items, ...reusableContents],
      (address) =>
        includes.get(address) ??
        (this.isTargetPage(address) ? `/pages/${this.targetPage}` : `${this.refOf(address)}.md`),
      appLinks,
    );
  }

  refOf(address: string): string {
    return this.#refs.get(address) ?? "";
  }

  /** Whether the page at this address becomes the document of the target page. */
  isTargetPage(address: string): boolean {
    return address === this.#firstDocument;
  }

  /** The id or ref of a page's parent. Pages of type link cannot have children, so a link's own parent replaces it. */
  parentOf({ parent }: SourcePage): string | undefined {
    if (parent === undefined || this.isTargetPage(parent)) return this.targetPage;
    const parentPage = this.#pages.get(parent);
    if (parentPage?.type === "link") return this.parentOf(parentPage);
    return parentPage === undefined ? this.targetPage : this.refOf(parent);
  }

  /** The target of a page of type link; undefined if its scheme is not allowed. */
  targetOf({ address, href = "" }: SourcePage): Reference | undefined {
    const link = this.links.find(href, address);
    if (link === undefined) return externalTarget(this.#appLinks.destinations.get(href) ?? href);
    const name = link.name.replace(/^\/pages\/|\.md$/g, "");
    if (this.#files.has(name)) return { kind: "file", file: name };
    const anchor = link.anchor?.slice(0, 256);
    return anchor ? { kind: "anchor", anchor, page: name } : { kind: "page", page: name };
  }
}

/** A URL, or a page of another space. */
function externalTarget(href: string): Reference | undefined {
  if (href.length > 2048) return undefined;
  if (/^(?:https?:\/\/|mailto:.|tel:.)/i.test(href) && URL.canParse(href)) return { kind: "url", url: href };
  const ref = refOf(href);
  if (ref.kind === "space") return ref;
  return (ref.kind === "page" || ref.kind === "anchor") && ref.space !== undefined ? ref : undefined;
}

/** Groups below the top level and links without a valid target become empty documents. */
function insertionOf(page: SourcePage, refs: ImportRefs, isTopLevel: boolean): InsertPage {
  const { address, type, title, slug, attributes } = page;
  const preferredSlug = slug ?? slugOfAddress(address);
  const target = type === "link" ? refs.targetOf(page) : undefined;
  const keepsType = type === "link" ? target !== undefined : type === "document" || isTopLevel;
  const id = refs.idOf?.(address);
  const internal = {
    ...(preferredSlug !== undefined && { preferredSlug }),
    ...(id !== undefined && { id }),
  };
  return {
    operation: "insert_page",
    type: keepsType && type !== "generated" ? type : "document",
    ...attributes,
    ...(title !== undefined && { title }),
    ...(Object.keys(internal).length > 0 && { internal }),
    ...(target !== undefined && { target }),
  };
}

/** Rewrites all links of a document, including those of its front matter. Only reusable content can be included. */
async function rewriteLinks(markdown: string, from: string, links: LinkIndex): Promise<string> {
  const rewrite = (href: string, offset: number): string => {
    const isInclude = /\{%\s*include\s+"$/.test(markdown.slice(Math.max(0, offset - 40), offset));
    if (!isInclude) return links.rewrite(href, from);
    const name = links.find(href, from)?.name;
    return name?.startsWith(reusablePath) ? name : href;
  };
  return rewriteDestinations(markdown, rewrite, await findFrontMatterDestinations(markdown));
}

type LinkTarget = Pick<SourcePage, "address" | "aliases" | "anchors">;

interface LinkIndex {
  /** Resolves a link of the page at `from`; undefined if its target was not imported. */
  find(href: string, from: string): { name: string; anchor: string | undefined } | undefined;
  /** Rewrites a link of the page at `from` so that it works wherever the page is inserted. */
  rewrite(href: string, from: string): string;
}

/** Indexes link targets by all their addresses. `nameOf` returns the name of a target in the changes. */
function createLinkIndex(
  targets: readonly LinkTarget[],
  nameOf: (address: string) => string,
  appLinks: AppLinks,
): LinkIndex {
  const byKey = new Map<string, LinkTarget>();
  // Links may differ in case from file names; exact matches take precedence.
  for (const toKey of [keyOf, (address: string) => keyOf(address).toLowerCase()])
    for (const target of targets)
      for (const address of [target.address, ...(target.aliases ?? [])])
        byKey.getOrInsert(toKey(address), target);
  const targetAt = (address: string, from: string): LinkTarget | undefined => {
    const path = resolve(address, from);
    if (path === undefined) return undefined;
    const candidates = ["", ".md", "/README.md", "/index.md", ".html"].map((suffix) => keyOf(path + suffix));
    return byKey.get(candidates.find((key) => byKey.has(key)) ?? keyOf(path).toLowerCase());
  };
  const find: LinkIndex["find"] = (href, from) => {
    const decoded = decodeAmpersands(href);
    const address = ownAddress(decoded, appLinks) ?? decoded;
    const target = targetAt(address, from);
    return target && { name: nameOf(target.address), anchor: anchorOf(target, address) };
  };
  return {
    find,
    rewrite: (href, from) => {
      const address = decodeAmpersands(href);
      if (address.startsWith("#")) {
        const page = byKey.get(keyOf(from));
        const anchor = page && anchorOf(page, address);
        if (page !== undefined && anchor === "") return nameOf(page.address);
        return anchor === undefined ? address : `#${anchor}`;
      }
      const link = find(address, from);
      const destination = link === undefined ? appLinks.destinations.get(address) : undefined;
      if (destination !== undefined) return destination;
      if (link === undefined) return isUrl(from) ? (URL.parse(address, from)?.href ?? address) : address;
      // In a website, the query is part of the URL of the page.
      const [query = ""] = (!isUrl(from) && /\?[^#]+/.exec(address)) || [];
      return link.name + query + (link.anchor ? `#${link.anchor}` : "");
    },
  };
}

function anchorOf({ anchors }: LinkTarget, address: string): string | undefined {
  const fragment = address.includes("#") ? address.slice(address.indexOf("#") + 1) : "";
  if (!/^\S+$/.test(fragment)) return undefined;
  return anchors?.get(fragment) ?? anchors?.get(safeDecodeUriComponent(fragment)) ?? fragment;
}

function isUrl(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/** Keys ignore a trailing slash and `index.html`. */
function keyOf(address: string): string {
  return address.replace(/\/(?:index\.html?)?$/i, "");
}

/** The path or URL that a link refers to, without its fragment; undefined for other schemes. */
function resolve(address: string, from: string): string | undefined {
  if (address.startsWith("#") || address === "") return undefined;
  if (isUrl(from) || isUrl(address)) {
    const url = URL.parse(address, isUrl(from) ? from : undefined);
    if (url === null) return undefined;
    url.hash = "";
    return url.href;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined;
  const path = safeDecodeUriComponent(address.replace(/[?#].*$/s, ""));
  return normalizePath((path.startsWith("/") ? "" : folderOfPath(from)) + path);
}
