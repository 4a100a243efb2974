import type { Change, InsertPage } from "../../content/changes/index.ts";
import { refOf } from "../../content/document/index.ts";
import type { FileRecord, Reference } from "../../content/index.ts";
import { findFrontMatterAddresses, rewriteDestinations } from "../../content/markdown/index.ts";
import { type SourcePage, type SourceReusableContent, slugIn } from "../source/index.ts";
import { type AddressIndex, indexAddresses } from "./link-index.ts";

/** A file of a source that is ready to be kept. */
export interface TakenFile {
  readonly address: string;
  readonly record: FileRecord;
}

export interface Taken {
  readonly pages: readonly SourcePage[];
  readonly files: readonly TakenFile[];
  readonly reusableContents?: readonly (SourceReusableContent & { readonly id: string })[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** The page that everything goes into. */
export interface Home {
  readonly id: string;
  /** Whether the first document becomes its text; all else goes below it. */
  readonly takesText: boolean;
  /** How many pages it is below, and itself. */
  readonly depth: number;
}

interface Place {
  /** Keeps the names that this import gives apart from all others. */
  readonly id: string;
  readonly home?: Home | undefined;
}

/**
 * The changes that put what was taken from a source into a space: its pages in their order and nesting, and all that
 * they need, with links that lead to each other as they did.
 */
export async function changesFromImport(taken: Taken, { id, home }: Place): Promise<Change[]> {
  const names = new Names(taken, id, home);
  return [...(await changesForOthers(taken, names)), ...(await changesForPages(taken.pages, names))];
}

async function changesForOthers(
  { files, reusableContents = [], variables = {} }: Taken,
  names: Names,
): Promise<Change[]> {
  const changes: Change[] = [];
  if (files.length > 0)
    changes.push({
      operation: "insert_files",
      files: files.map(({ address, record }) => ({ ...record, ref: names.refOf(address) })),
    });
  if (Object.keys(variables).length > 0)
    changes.push({ operation: "set_variables", variables, internal: { onlyNew: true } });
  for (const { id, title, address, markdown } of reusableContents)
    changes.push({
      operation: "insert_reusable_content",
      title,
      document: { markdown: await relink(markdown, address, names.index) },
      internal: { id },
    });
  return changes;
}

async function changesForPages(pages: readonly SourcePage[], names: Names): Promise<Change[]> {
  const changes: Change[] = [];
  for (const page of pages) {
    const document = await documentOf(page, names.index);
    const into = names.parentOf(page);
    if (names.home !== undefined && names.isHome(page.address))
      changes.push({ operation: "update_page", page: names.home, ...page.attributes, ...document });
    else
      changes.push({
        ...insertionOf(page, names, into === undefined),
        ...document,
        ...(into !== undefined && { into }),
        ref: names.refOf(page.address),
      });
  }
  return changes;
}

const reusablePath = "/reusable-contents/";

/** What everything that was taken is called among the changes. */
class Names {
  readonly index: AddressIndex;
  readonly #pages: ReadonlyMap<string, SourcePage>;
  readonly #refs: ReadonlyMap<string, string>;
  readonly #files: ReadonlySet<string>;
  readonly home: string | undefined;
  readonly #first: string | undefined;

  constructor({ pages, files, reusableContents = [] }: Taken, id: string, home: Home | undefined) {
    const things = [...pages, ...files];
    const includes = new Map(reusableContents.map(({ address, id }) => [address, `${reusablePath}${id}`]));
    this.#pages = new Map(pages.map((page) => [page.address, page]));
    this.#refs = new Map(things.map(({ address }, i) => [address, `import~${id}~${i}`]));
    this.#files = new Set(files.map(({ address }) => this.refOf(address)));
    this.home = home?.id;
    this.#first = home?.takesText ? pages.find(({ type }) => type === "document")?.address : undefined;
    this.index = indexAddresses(
      [...things, ...reusableContents],
      (address) =>
        includes.get(address) ?? (this.isHome(address) ? `/pages/${this.home}` : `${this.refOf(address)}.md`),
    );
  }

  refOf(address: string): string {
    return this.#refs.get(address) ?? "";
  }

  /** Whether it becomes the text of the page that the import goes into. */
  isHome(address: string): boolean {
    return address === this.#first;
  }

  /** What a page goes below: nothing can be below a link, so then what that is below. */
  parentOf({ parent }: SourcePage): string | undefined {
    if (parent === undefined || this.isHome(parent)) return this.home;
    const above = this.#pages.get(parent);
    if (above?.type === "link") return this.parentOf(above);
    return above === undefined ? this.home : this.refOf(parent);
  }

  /** What a page of type link leads to; undefined where nobody should follow it. */
  targetOf({ address, href = "" }: SourcePage): Reference | undefined {
    const lead = this.index.find(href, address);
    if (lead === undefined) return elsewhere(href);
    const name = lead.name.replace(/^\/pages\/|\.md$/g, "");
    if (this.#files.has(name)) return { kind: "file", file: name };
    const anchor = lead.anchor?.slice(0, 256);
    return anchor ? { kind: "anchor", anchor, page: name } : { kind: "page", page: name };
  }
}

/** A target that is not in the source: on the web, or in another space here. */
function elsewhere(href: string): Reference | undefined {
  if (href.length > 2048) return undefined;
  if (/^(?:https?:\/\/|mailto:.|tel:.)/i.test(href) && URL.canParse(href)) return { kind: "url", url: href };
  const ref = refOf(href);
  if (ref.kind === "space") return ref;
  return (ref.kind === "page" || ref.kind === "anchor") && ref.space !== undefined ? ref : undefined;
}

/** Groups stand at the top only, and a link that leads nowhere is none: both are pages without a text then. */
function insertionOf(page: SourcePage, names: Names, isTop: boolean): InsertPage {
  const { address, type, title, slug, attributes } = page;
  const preferredSlug = slug ?? slugIn(address);
  const target = type === "link" ? names.targetOf(page) : undefined;
  const isKept = type === "link" ? target !== undefined : type === "document" || isTop;
  return {
    operation: "insert_page",
    type: isKept ? type : "document",
    ...attributes,
    ...(title !== undefined && { title }),
    ...(preferredSlug !== undefined && { internal: { preferredSlug } }),
    ...(target !== undefined && { target }),
  };
}

async function documentOf(
  { address, type, markdown }: SourcePage,
  index: AddressIndex,
): Promise<Pick<InsertPage, "document">> {
  if (type !== "document" || markdown === undefined) return {};
  return { document: { markdown: await relink(markdown, address, index) } };
}

/** The text with its links to what was taken as the changes name that, and with the others as they lead there from anywhere. */
export async function relink(markdown: string, from: string, index: AddressIndex): Promise<string> {
  const write = (text: string, at: number) => {
    const isInclude = /\{%\s*include\s+"$/.test(markdown.slice(Math.max(0, at - 40), at));
    return isInclude ? includeOf(text, from, index) : index.rewrite(text, from);
  };
  return rewriteDestinations(markdown, write, await findFrontMatterAddresses(markdown));
}

/** What a page includes: nothing but reusable contents can be. */
function includeOf(address: string, from: string, index: AddressIndex): string {
  const name = index.find(address, from)?.name;
  return name?.startsWith(reusablePath) ? name : address;
}
