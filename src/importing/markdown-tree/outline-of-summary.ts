import { folderOfPath, isSlug, isValidFrontMatter, pathFrom, splitAddress } from "../source/index.ts";
import type { OutlineItem } from "./pages-of-outline.ts";
import type { SummaryEntry } from "./summary.ts";
import type { MarkdownTree } from "./tree.ts";

type TreeWithSummary = MarkdownTree & { readonly summary: string };

export interface SummaryOutline {
  readonly items: OutlineItem[];
  /** The paths of the listed pages, in their order. */
  readonly listed: readonly string[];
  /** The paths of other files that it links to. */
  readonly files: readonly string[];
  /** The number of broken links. */
  readonly lost: number;
}

/** The outline of a table of contents. A page is placed at its first entry; further entries become links. */
export function outlineOfSummary(tree: TreeWithSummary, entries: readonly SummaryEntry[]): SummaryOutline {
  const listed = new Set<string>();
  const files = new Set<string>();
  let lost = 0;
  let count = 0;
  const whole = pagesListedWhole(tree, entries);

  const itemsOf = (entry: SummaryEntry, folder: string): OutlineItem[] => {
    const { address: written = "", title, attributes: tag } = entry;
    const address = `${tree.summary}#${count++}`;
    const path = pathFrom(tree.summary, written, tree.root);
    const page = path === undefined ? undefined : tree.findPage(path);
    const slug = tag.get("id") ?? "";
    const own = isSlug(slug) ? folder + slug : undefined;
    const children = entry.children.flatMap((child) =>
      itemsOf(child, own === undefined ? folder : `${own}/`),
    );
    const item = { address, title, children, ...attributesOf(tag) };
    const isFragment = splitAddress(written).suffix.startsWith("#") && page !== undefined && whole.has(page);
    if (page !== undefined && !listed.has(page) && !isFragment && !tag.has("data-link")) {
      listed.add(page);
      return [{ kind: "page", address: page, title, children }];
    }
    const file = page === undefined && path !== undefined && tree.has(path) ? path : undefined;
    if (file !== undefined) files.add(file);
    const hasTarget = page !== undefined || file !== undefined || /^(?:https?|mailto):/i.test(written);
    if (hasTarget || (written !== "" && tag.has("data-link")))
      return linkItems({ ...item, kind: "link", href: written });
    if (written !== "") lost++;
    if (written !== "" && children.length === 0) return [];
    return [{ ...item, kind: "group", ...(own !== undefined && { slug, aliases: [own] }) }];
  };

  const items = entries.flatMap((entry) => itemsOf(entry, tree.root));
  return { items, listed: [...listed], files: [...files], lost };
}

/** The pages that an entry links to without a fragment. */
function pagesListedWhole(tree: TreeWithSummary, all: readonly SummaryEntry[]): Set<string> {
  const found = new Set<string>();
  const visit = (entries: readonly SummaryEntry[]): void => {
    for (const { address = "", children } of entries) {
      const path = address.includes("#") ? undefined : pathFrom(tree.summary, address, tree.root);
      const page = path === undefined ? undefined : tree.findPage(path);
      if (page !== undefined) found.add(page);
      visit(children);
    }
  };
  visit(all);
  return found;
}

/** A link cannot have children: a group of the same title contains the link and its children. */
function linkItems(link: OutlineItem): OutlineItem[] {
  if (link.children.length === 0) return [link];
  const { title, children, address } = link;
  return [
    {
      kind: "group",
      address: `${address}-and-more`,
      ...(title !== undefined && { title }),
      children: [{ ...link, children: [] }, ...children],
    },
  ];
}

/** The valid page attributes in the tag of an entry. */
function attributesOf(tag: ReadonlyMap<string, string>): Pick<OutlineItem, "attributes"> {
  const text = (name: string) => tag.get(`data-${name}`) || undefined;
  const [emoji, icon, condition] = [text("emoji"), text("icon"), text("if")];
  const attributes = {
    ...(emoji && isValidFrontMatter({ emoji }) && { emoji }),
    ...(icon && isValidFrontMatter({ icon }) && { icon }),
    ...(condition && isValidFrontMatter({ condition }) && { condition }),
    ...(tag.has("data-hidden") && { hidden: true }),
    ...(tag.has("data-no-index") && { noIndex: true }),
    ...(tag.has("data-no-robots-index") && { noRobotsIndex: true }),
  };
  return Object.keys(attributes).length === 0 ? {} : { attributes };
}

/** Where unlisted pages are added, by folder: below its index page, or else after its last listed page. */
export function insertionPoints(
  items: OutlineItem[],
  root: string,
  isIndex: (path: string) => boolean,
): Map<string, OutlineItem[]> {
  const below = new Map<string, OutlineItem[]>();
  const beside = new Map<string, OutlineItem[]>();
  const visit = (siblings: OutlineItem[]): void => {
    for (const { kind, address, children } of siblings) {
      const folder = folderOfPath(address);
      if (kind === "page" && isIndex(address)) below.set(folder, children);
      else if (kind === "page") beside.set(folder, siblings);
      visit(children);
    }
  };
  visit(items);
  return new Map([...beside, ...below, [root, items]]);
}
