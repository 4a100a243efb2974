import type { Change, InsertPage } from "../content/changes/change.ts";
import { findDestinations } from "../content/markdown/destinations.ts";
import { findFrontMatterAddresses } from "../content/markdown/front-matter.ts";
import type { FileRecord, Reference } from "../content/records.ts";
import { type AddressIndex, indexAddresses } from "./addresses.ts";
import { slugIn } from "./slug-in.ts";
import type { SourcePage } from "./source.ts";

/** A file of a source that is ready to be kept. */
export interface TakenFile {
  readonly address: string;
  readonly record: FileRecord;
}

export interface Taken {
  readonly pages: readonly SourcePage[];
  readonly files: readonly TakenFile[];
}

interface Place {
  /** Keeps the names that this import gives apart from all others. */
  readonly id: string;
  /** The page that everything goes into: the first document becomes its text, and what follows goes below it. */
  readonly page?: string;
}

/**
 * The changes that put what was taken from a source into a space: its pages in their order and nesting, and its files,
 * with links that lead to each other as they did.
 */
export async function changesOfHarvest(taken: Taken, { id, page: home }: Place): Promise<Change[]> {
  const { pages, files } = taken;
  const names = new Names(taken, id, home);
  const changes: Change[] = [];
  if (files.length > 0)
    changes.push({
      operation: "insert_files",
      files: files.map(({ address, record }) => ({ ...record, ref: names.refOf(address) })),
    });
  for (const page of pages) {
    const document = await documentOf(page, names.index);
    const into = names.parentOf(page);
    if (home !== undefined && names.isHome(page.address))
      changes.push({ operation: "update_page", page: home, ...document });
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

/** What everything that was taken is called among the changes. */
class Names {
  readonly index: AddressIndex;
  readonly #pages: ReadonlyMap<string, SourcePage>;
  readonly #refs: ReadonlyMap<string, string>;
  readonly #files: ReadonlySet<string>;
  readonly #home: string | undefined;
  readonly #first: string | undefined;

  constructor({ pages, files }: Taken, id: string, home: string | undefined) {
    const things = [...pages, ...files];
    this.#pages = new Map(pages.map((page) => [page.address, page]));
    this.#refs = new Map(things.map(({ address }, i) => [address, `import~${id}~${i}`]));
    this.#files = new Set(files.map(({ address }) => this.refOf(address)));
    this.#home = home;
    this.#first = home === undefined ? undefined : pages.find(({ type }) => type === "document")?.address;
    this.index = indexAddresses(things, (address) =>
      this.isHome(address) ? `/pages/${home}` : `${this.refOf(address)}.md`,
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
    if (parent === undefined || this.isHome(parent)) return this.#home;
    const above = this.#pages.get(parent);
    if (above?.type === "link") return this.parentOf(above);
    return above === undefined ? this.#home : this.refOf(parent);
  }

  /** What a page of type link leads to; undefined where nobody should follow it. */
  targetOf({ address, href = "" }: SourcePage): Reference | undefined {
    const found = this.index.find(href, address);
    if (found === undefined)
      return /^(?:https?:\/\/|mailto:|tel:)/i.test(href) && href.length <= 2048
        ? { kind: "url", url: href }
        : undefined;
    const name = found.replace(/^\/pages\/|\.md$/g, "");
    const [, written] = /#(.{1,256})$/.exec(href) ?? [];
    const anchor = written && this.index.anchorIn(found, written);
    if (this.#files.has(name)) return { kind: "file", file: name };
    return anchor ? { kind: "anchor", anchor, page: name } : { kind: "page", page: name };
  }
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
    ...(preferredSlug !== undefined && { preferredSlug }),
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

/** The anchor at the end of an address, as it is called now. */
function anchorOf(address: string, name: string, index: AddressIndex): string {
  const [, anchor] = /#([^\s]*)$/.exec(address) ?? [];
  const now = anchor && index.anchorIn(name, anchor);
  return now ? `#${now}` : "";
}

/** The text with its links to what was taken as the changes name that, and with the others as they lead there from anywhere. */
export async function relink(markdown: string, from: string, index: AddressIndex): Promise<string> {
  const { addresses, end } = await findFrontMatterAddresses(markdown);
  const within = findDestinations(markdown.slice(end)).map(({ at, text }) => ({ at: at + end, text }));
  const parts: string[] = [];
  let done = 0;
  for (const { at, text } of [...addresses, ...within]) {
    const name = index.find(text, from);
    const written = name === undefined ? index.absolute(text, from) : name + anchorOf(text, name, index);
    parts.push(markdown.slice(done, at), written);
    done = at + text.length;
  }
  return parts.join("") + markdown.slice(done);
}
