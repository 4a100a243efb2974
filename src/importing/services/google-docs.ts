import type { Folder } from "../folders/index.ts";
import { readDocument } from "../html/index.ts";
import {
  ancestors,
  type Change,
  createElement,
  type Element,
  find,
  hasClass,
  innerText,
  ownText,
  parseHtml,
  removed,
  rewriteTree,
  unwrap,
  walk,
} from "../html/tree/index.ts";
import {
  extensionOf,
  type ImportContext,
  ImportError,
  type ImportedTree,
  nameOfPath,
  type SourcePage,
  withoutExtension,
} from "../source/index.ts";
import { splitDocument } from "./split-document.ts";
import { TreeBuilder, visiblePaths } from "./tree-builder.ts";

/** Imports an HTML export of Google Docs: a document and its images. */
export async function importGoogleDocs(folder: Folder, context: ImportContext): Promise<ImportedTree> {
  const paths = visiblePaths(folder);
  // A document that is published on the web has no file name.
  const isDocument = (path: string): boolean => paths.length === 1 || /^html?$/.test(extensionOf(path));
  if (!paths.some(isDocument)) throw new ImportError("The export of Google Docs has no HTML file");
  const builder = new TreeBuilder(folder, context, paths.length);
  for (const path of paths) {
    if (isDocument(path)) await builder.addPages(path, () => readPages(path, builder));
    else await builder.addFile(path);
  }
  return builder.finish();
}

async function readPages(path: string, builder: TreeBuilder): Promise<readonly SourcePage[]> {
  const document = readGoogleDocument(await builder.readText(path));
  const {
    title = withoutExtension(nameOfPath(path)),
    markdown,
    anchors,
    inlined = [],
  } = readDocument(document, "all");
  await builder.inlined.add(inlined, path);
  return splitDocument({ address: path, title, markdown, anchors });
}

/** Parses an export of Google Docs, marks its footnotes, and removes comments and page breaks. */
function readGoogleDocument(html: string): Element {
  const document = parseHtml(html);
  const heading = missingTitle(document);
  const notes = findNotes(document);
  return rewriteTree(document, (element) => {
    if (element.name === "body" && heading !== undefined)
      return { children: [createElement("h1", {}, [heading]), ...element.children] };
    if (element.name === "a") return changeLink(element, notes);
    if (element.name === "div") return changeDivision(element, notes);
    return changeFormatting(element);
  });
}

const isTitle = (element: Element): boolean => element.name === "p" && hasClass(element, "title");

/** The name of the document, unless the text itself starts with a title. */
function missingTitle(document: Element): string | undefined {
  const head = find(document, (element) => element.name === "title");
  const name = head === undefined ? "" : ownText(head).trim();
  const h1 = find(document, ({ name }) => name === "h1");
  const hasTitle = find(document, isTitle) !== undefined || (h1 !== undefined && innerText(h1) === name);
  return hasTitle ? undefined : name || undefined;
}

function changeFormatting(element: Element): Change | undefined {
  const { name, attributes } = element;
  // A page break is not visible.
  if (name === "hr" && /page-break/.test(attributes.get("style") ?? "")) return removed;
  // Formatting in headings comes from the heading style.
  const isInHeading =
    name === "span" && ancestors(element).some((outer) => /^h[1-6]$/.test(outer.name) || isTitle(outer));
  return isInHeading ? unwrap(element) : undefined;
}

type Notes = ReturnType<typeof findNotes>;

/** Finds the elements of comments and footnotes, the labels of footnotes, and the labels that the text refers to. */
function findNotes(document: Element) {
  const comments = new Set<Element>();
  const footnotes = new Map<Element, string>();
  const referenced = new Set<string>();
  for (const link of walk(document)) {
    if (link.name !== "a") continue;
    const [, kind, back, label = ""] =
      /^#(cmnt|ftnt)(_ref)?(\d{1,6})$/.exec(link.attributes.get("href") ?? "") ?? [];
    // The back link is in a paragraph in the element of its note.
    const note = back === undefined ? undefined : ancestors(link, 3).find(({ name }) => name === "div");
    if (kind === "cmnt" && note !== undefined) comments.add(note);
    if (kind === "ftnt" && note !== undefined) footnotes.set(note, label);
    if (kind === "ftnt" && back === undefined) referenced.add(label);
  }
  return { comments, footnotes, labels: new Set(footnotes.values()), referenced };
}

function changeDivision(element: Element, { comments, footnotes, referenced }: Notes): Change | undefined {
  const label = footnotes.get(element);
  if (comments.has(element) || (label !== undefined && !referenced.has(label))) return removed;
  return label === undefined ? undefined : { attributes: { id: `ftnt${label}`, class: "footnote" } };
}

function changeLink({ attributes }: Element, { labels }: Notes): Change | undefined {
  const href = attributes.get("href") ?? "";
  const [, label] = /^#ftnt(\d{1,6})$/.exec(href) ?? [];
  if (label !== undefined && labels.has(label))
    return { attributes: { href, "data-footnote-ref": "" }, children: [label] };
  return /^#(?:cmnt|ftnt)/.test(href) ? removed : undefined;
}
