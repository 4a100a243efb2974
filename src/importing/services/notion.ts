import {
  findDestinations,
  leadingHeading,
  rewriteDestinations,
  scanLines,
} from "../../content/markdown/index.ts";
import type { Folder } from "../folders/index.ts";
import { readDocument } from "../html/index.ts";
import { setFrontMatter, withoutTitle } from "../markdown-tree/index.ts";
import { type ImportContext, ImportError, type ImportedTree, pathFrom } from "../source/index.ts";
import { writeDatabase } from "./notion-database.ts";
import { readNotionPage } from "./notion-html.ts";
import { type NotionNode, type NotionTree, notionTree } from "./notion-tree.ts";
import { type PageContent, relativeUrl, TreeBuilder, visiblePaths } from "./tree-builder.ts";

/** Imports an export of Notion: Markdown and CSV, or HTML. */
export async function importNotion(folder: Folder, context: ImportContext): Promise<ImportedTree> {
  const tree = notionTree(visiblePaths(folder));
  if (tree.size === 0) throw new ImportError("This is not an export of Notion: it has no pages");
  const builder = new TreeBuilder(folder, context, tree.size + tree.files.length);
  const pending = tree.top.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { path, parent } = node;
    let order: readonly string[] = [];
    await builder.addPage({ address: path, parent }, async () => {
      const { page, targets } = await readNode(node, tree, builder);
      order = targets;
      return page;
    });
    for (const child of sortByLinks(tree.below.get(path) ?? [], order).toReversed()) pending.push(child);
  }
  for (const path of tree.files) await builder.addFile(path);
  return builder.finish();
}

/** Reads the page of a node, and the paths that it links to, in whose order its subpages are sorted. */
async function readNode(
  node: NotionNode,
  tree: NotionTree,
  builder: TreeBuilder,
): Promise<{ page: PageContent; targets: readonly string[] }> {
  const { path, title, aliases } = node;
  const page = { type: "document", title, aliases } as const;
  if (node.kind === "table") {
    const rows = await builder.readText(aliases[0] ?? path);
    const { markdown, targets } = writeDatabase(node, rows, tree.below.get(path) ?? []);
    return { page: { ...page, markdown }, targets };
  }
  const text = await builder.readText(path);
  const resolve = (href: string): string | undefined => exportedTarget(tree, path, href);
  if (node.kind === "html") {
    const { title: heading, document, ...attributes } = readNotionPage(text, (href) => resolve(href) ?? href);
    const { markdown, links, anchors, inlined = [] } = readDocument(document, "all");
    await builder.inlined.add(inlined, path);
    return {
      page: {
        ...page,
        title: heading || title,
        markdown: await setFrontMatter(markdown, attributes),
        ...(anchors && { anchors }),
      },
      targets: links.flatMap(({ href }) => pathFrom(path, href) ?? []),
    };
  }
  const markdown = rewriteDestinations(
    normalizeNotionMarkdown(text, node.parent?.endsWith(".csv") ?? false),
    resolve,
  );
  const heading = leadingHeading(markdown) ?? title;
  return {
    page: { ...page, title: heading, markdown: withoutTitle(markdown, heading) },
    targets: findDestinations(markdown).flatMap(({ text: href }) => pathFrom(path, href) ?? []),
  };
}

/** The relative URL for a link to notion.so whose page is in the export. */
function exportedTarget({ byId }: NotionTree, from: string, href: string): string | undefined {
  const [, id = ""] =
    /^https?:\/\/(?:www\.)?notion\.(?:so|site)\/[^?#]{0,500}?([0-9a-f]{32})(?:[?#]|$)/i.exec(href) ?? [];
  const path = byId.get(id.toLowerCase());
  return path === undefined ? undefined : relativeUrl(from, path);
}

/** Sorts pages by the first link to each. Pages without a link come last. */
function sortByLinks(nodes: readonly NotionNode[], order: readonly string[]): NotionNode[] {
  const positions = new Map<string, number>();
  for (const [i, path] of order.entries()) if (!positions.has(path)) positions.set(path, i);
  const positionOf = ({ path }: NotionNode): number => positions.get(path) ?? order.length;
  return nodes.toSorted((a, b) => positionOf(a) - positionOf(b));
}

/** Converts the Markdown of Notion: callouts become hints, and the properties of a database row a list. */
function normalizeNotionMarkdown(exported: string, isRow: boolean): string {
  const text = exported.replace(/\r\n?/g, "\n");
  return writeCallouts(isRow ? writeProperties(text) : text);
}

const property = /^([^\s:|#>*`[-][^:\n]{0,99}):(?: (.{0,10000}))?$/;

/** The properties are the lines `Name: value` after the title. */
function writeProperties(markdown: string): string {
  const [head = ""] = /^(?:#[^\n]*\n\s*)?/.exec(markdown) ?? [];
  const end = markdown.indexOf("\n\n", head.length);
  const block = markdown.slice(head.length, end < 0 ? undefined : end).trimEnd();
  const lines = block.split("\n");
  const properties = lines.map((line) => property.exec(line));
  if (lines.length > 200 || !properties.every((match) => match !== null)) return markdown;
  const items = properties.map(([, name = "", value = ""]) => `- **${name.trim()}:** ${value}`.trimEnd());
  return head + items.join("\n") + markdown.slice(head.length + block.length);
}

const callout = { open: '{% hint style="info" %}', close: "{% endhint %}" };
/** Matches the built-in icons of callouts. */
const icon = /^\s*<img src="(?:https:\/\/www\.notion\.so)?\/icons\/[^<>]{0,1000}>\s*$/;

function writeCallouts(markdown: string): string {
  if (!markdown.includes("<aside>")) return markdown;
  const output: string[] = [];
  let openCount = 0;
  for (const { text: line, isCode } of scanLines(markdown, { indentedCode: false })) {
    const [, indent = "", rest] = isCode ? [] : (/^([ \t>]*)<aside>(.*)$/.exec(line) ?? []);
    let text = rest ?? line;
    if (rest !== undefined) {
      output.push(indent + callout.open);
      openCount++;
    }
    const isEnd = !isCode && openCount > 0 && text.trimEnd().endsWith("</aside>");
    if (isEnd) text = text.trimEnd().slice(0, -"</aside>".length);
    const isEmpty = text.trim() === "" && (isEnd || rest !== undefined);
    if (!isEmpty && !(openCount > 0 && icon.test(text))) output.push(text);
    if (isEnd) {
      output.push((/^[ \t>]*/.exec(line)?.[0] ?? "") + callout.close);
      openCount--;
    }
  }
  for (; openCount > 0; openCount--) output.push(callout.close);
  return `${output.join("\n")}\n`;
}
