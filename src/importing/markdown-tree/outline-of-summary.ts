import { folderOfPath, isSlug, pathFrom, splitAddress } from "../source/index.ts";
import type { OutlineItem, OwnAttributes } from "./outline.ts";
import type { SummaryEntry } from "./summary.ts";
import type { MarkdownTree } from "./tree.ts";
import { canBeSaid } from "./usable-front-matter.ts";

/** What a table of contents says about the tree that it is in. */
export interface SummaryOutline {
  readonly items: OutlineItem[];
  /** The pages that it lists, in their order. */
  readonly listed: readonly string[];
  /** The files that it leads to and that are no pages. */
  readonly files: readonly string[];
  /** How many entries lead to nothing. */
  readonly lost: number;
}

/** Finds the pages of a table of contents. A page stands where it is listed first; all else that leads to it is a link. */
export function outlineOfSummary(
  tree: MarkdownTree & { readonly summary: string },
  entries: readonly SummaryEntry[],
): SummaryOutline {
  const listed = new Set<string>();
  const files = new Set<string>();
  let lost = 0;
  let places = 0;
  const whole = wholePages(tree, entries);

  const itemOf = (entry: SummaryEntry, folder: string): OutlineItem[] => {
    const { address: written = "", title, marks } = entry;
    const address = `${tree.summary}#${places++}`;
    const path = pathFrom(tree.summary, written, tree.top);
    const page = path === undefined ? undefined : tree.findPage(path);
    const slug = marks.get("id") ?? "";
    const inside = isSlug(slug) ? folder + slug : undefined;
    const children = entry.children.flatMap((child) =>
      itemOf(child, inside === undefined ? folder : `${inside}/`),
    );
    const own = { title, children, ...attributesIn(marks) };
    const isPart = splitAddress(written).suffix.startsWith("#") && page !== undefined && whole.has(page);
    if (page !== undefined && !listed.has(page) && !isPart && !marks.has("data-link")) {
      listed.add(page);
      return [{ kind: "page", address: page, title, children }];
    }
    const file = page === undefined && path !== undefined && tree.has(path) ? path : undefined;
    if (file !== undefined) files.add(file);
    const isTarget = page !== undefined || file !== undefined || isWebAddress(written);
    if (isTarget || (written !== "" && marks.has("data-link")))
      return linkOf({ kind: "link", address, href: written, ...own });
    if (written !== "") lost++;
    if (written !== "" && children.length === 0) return [];
    const named = inside === undefined ? {} : { slug, aliases: [inside] };
    return [{ kind: "holder", address, ...own, ...named }];
  };

  const items = entries.flatMap((entry) => itemOf(entry, tree.top));
  return { items, listed: [...listed], files: [...files], lost };
}

/** The pages that are listed as a whole, and not only by a place on them. */
function wholePages(
  tree: MarkdownTree & { readonly summary: string },
  all: readonly SummaryEntry[],
): Set<string> {
  const found = new Set<string>();
  const visit = (entries: readonly SummaryEntry[]): void => {
    for (const { address = "", children } of entries) {
      const path = address.includes("#") ? undefined : pathFrom(tree.summary, address, tree.top);
      const page = path === undefined ? undefined : tree.findPage(path);
      if (page !== undefined) found.add(page);
      visit(children);
    }
  };
  visit(all);
  return found;
}

/** A link has nothing below it: what is written there is held by something of the same name, the link first. */
function linkOf(link: OutlineItem): OutlineItem[] {
  if (link.children.length === 0) return [link];
  const { title, children, address } = link;
  return [
    {
      kind: "holder",
      address: `${address}-and-more`,
      ...(title !== undefined && { title }),
      children: [{ ...link, children: [] }, ...children],
    },
  ];
}

function isWebAddress(address: string): boolean {
  return /^(?:https?|mailto):/i.test(address);
}

/** What stands in a tag beside an entry, as far as a page can have it. */
function attributesIn(marks: ReadonlyMap<string, string>): { attributes?: OwnAttributes } {
  const text = (name: string) => marks.get(`data-${name}`) || undefined;
  const [emoji, icon, condition] = [text("emoji"), text("icon"), text("if")];
  const attributes: OwnAttributes = {
    ...(emoji && canBeSaid({ emoji }) && { emoji }),
    ...(icon && canBeSaid({ icon }) && { icon }),
    ...(condition && canBeSaid({ condition }) && { condition }),
    ...(marks.has("data-hidden") && { hidden: true }),
    ...(marks.has("data-no-index") && { noIndex: true }),
    ...(marks.has("data-no-robots-index") && { noRobotsIndex: true }),
  };
  return Object.keys(attributes).length === 0 ? {} : { attributes };
}

/** Where pages go that are in the same folder as others: below the page of that folder, else beside the last of them. */
export function homesIn(items: OutlineItem[], top: string, isFolderPage: (path: string) => boolean) {
  const homes = new Map<string, OutlineItem[]>();
  const beside = new Map<string, OutlineItem[]>();
  const visit = (siblings: OutlineItem[]): void => {
    for (const { kind, address, children } of siblings) {
      const folder = folderOfPath(address);
      if (kind === "page" && isFolderPage(address)) homes.set(folder, children);
      else if (kind === "page") beside.set(folder, siblings);
      visit(children);
    }
  };
  visit(items);
  return new Map([...beside, ...homes, [top, items]]);
}
