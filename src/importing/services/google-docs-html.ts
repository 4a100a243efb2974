import { encodeXML } from "entities";
import { type ClassLooks, elementsFor, type Look, lookWith, readClassLooks } from "./google-docs-styles.ts";
import { plainText } from "./html-links.ts";
import type { OpenTag } from "./html-tokens.ts";
import { noteReference, withoutMarks } from "./marks.ts";
import { nestLists } from "./nest-lists.ts";
import {
  classesOf,
  dropped,
  findElement,
  innerHtml,
  type Replacement,
  rewriteHtml,
  unwrapped,
  walkHtml,
} from "./walk-html.ts";

/** A document of Google Docs, as plain HTML. */
export interface PlainDocument {
  /** What its first paragraph says if it is called the title, else the name that the document has. */
  readonly title: string | undefined;
  /** Its body, which begins with the title as a heading if there is one. */
  readonly html: string;
  /** What its footnotes say, by their numbers. */
  readonly notes: ReadonlyMap<number, string>;
}

/** Makes plain HTML of what Google Docs exports: looks become elements, links lead where they say, comments are left out. */
export function plainDocument(exported: string): PlainDocument {
  const document = withoutMarks(exported);
  const looks = readClassLooks(innerHtml(document, ({ name }) => name === "style") ?? "");
  const body = innerHtml(document, ({ name }) => name === "body") ?? document;
  const { ends, wrappers, notes } = findNotes(body);
  const plain = (html: string): string =>
    nestLists(rewriteHtml(html, (tag, within, parent) => replacementFor(tag, looks, within, parent)));
  const html = rewriteHtml(body, (tag, within, parent) => {
    if (ends.has(tag.at)) return dropped;
    return wrappers.has(tag.at) ? unwrapped : replacementFor(tag, looks, within, parent);
  });
  const title = titleOf(document);
  const heading = title === undefined || title.isInText ? "" : `<h1>${encodeXML(title.text)}</h1>`;
  return {
    title: title?.text,
    html: heading + nestLists(html),
    notes: new Map(Array.from(notes, ([label, note]) => [label, plain(note)])),
  };
}

function titleOf(html: string): { readonly text: string; readonly isInText: boolean } | undefined {
  const first = innerHtml(html, (tag) => isTitle(tag) || tag.name === "h1");
  const isTitled = findElement(html, isTitle) !== undefined;
  const name = plainText(innerHtml(html, ({ name }) => name === "title") ?? "");
  const text = first === undefined ? "" : plainText(first);
  if (text !== "" && (isTitled || text === name)) return { text, isInText: true };
  return name === "" ? undefined : { text: name, isInText: false };
}

const isTitle = (tag: OpenTag): boolean => tag.name === "p" && classesOf(tag).includes("title");
const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];

function replacementFor(
  tag: OpenTag,
  looks: ClassLooks,
  within: ReadonlySet<string>,
  parent: OpenTag | undefined,
): Replacement | undefined {
  const style = tag.attributes.get("style") ?? "";
  switch (tag.name) {
    case "style":
    case "script":
      return dropped;
    case "hr":
      // A page ends there, and nothing is seen of it.
      return /page-break|display:\s*none/.test(style) ? dropped : undefined;
    case "p":
      return isTitle(tag) ? { open: "<h1>", close: "</h1>" } : undefined;
    case "a":
      return linkFor(tag.attributes.get("href") ?? "");
    case "span": {
      // A heading stands out as it is.
      const isPlain = headings.some((name) => within.has(name)) || (parent !== undefined && isTitle(parent));
      return elementsAround(isPlain ? {} : lookWith(looks, classesOf(tag), style));
    }
    default:
      return undefined;
  }
}

function elementsAround(look: Look): Replacement {
  const names = elementsFor(look);
  return {
    open: names.map((name) => `<${name}>`).join(""),
    close: names
      .toReversed()
      .map((name) => `</${name}>`)
      .join(""),
  };
}

function linkFor(href: string): Replacement {
  const [, label] = /^#ftnt(\d{1,6})$/.exec(href) ?? [];
  if (label !== undefined) return { open: noteReference(Number(label)), close: "", isDropped: true };
  if (/^#(?:cmnt|ftnt)/.test(href)) return dropped;
  if (href === "") return unwrapped;
  return { open: `<a href="${encodeXML(unwrapAddress(href))}">`, close: "</a>" };
}

/** Where a link leads that Google has put its own address before. */
export function unwrapAddress(href: string): string {
  if (!/^https?:\/\/www\.google\.com\/url\?/i.test(href)) return href;
  const { searchParams } = new URL(href);
  return searchParams.get("q") ?? searchParams.get("url") ?? href;
}

interface Notes {
  /** Where the elements begin that hold a footnote or a comment at the end of the document, and the line before them. */
  readonly ends: ReadonlySet<number>;
  /** Where elements begin that only make a link look like one: raised, or underlined. */
  readonly wrappers: ReadonlySet<number>;
  readonly notes: ReadonlyMap<number, string>;
}

interface OpenElement {
  readonly name: string;
  readonly at: number;
  readonly inside: number;
  label?: number;
}

function findNotes(html: string): Notes {
  const [ends, wrappers, notes] = [new Set<number>(), new Set<number>(), new Map<number, string>()];
  const open: OpenElement[] = [];
  let lastEnd = 0;
  let line: { readonly at: number; readonly end: number } | undefined;
  const endAt = (holder: OpenElement): void => {
    ends.add(holder.at);
    if (line !== undefined && html.slice(line.end, holder.at).trim() === "") ends.add(line.at);
    line = undefined;
  };
  walkHtml(html, {
    open({ name, at, end, attributes }, isEmpty) {
      if (name === "hr") line = { at, end };
      const href = name === "a" ? (attributes.get("href") ?? "") : "";
      const parent = open.at(-1);
      const isReference = /^#(?:cmnt|ftnt)\d/.test(href) && parent?.name === "sup";
      if (isReference || (href !== "" && parent?.name === "span")) wrappers.add(parent?.at ?? -1);
      const [, kind, label] = /^#(cmnt|ftnt)_ref(\d{1,6})$/.exec(href) ?? [];
      // It stands in a paragraph, and that in an element for this note alone.
      const holder = kind && open.slice(-3).findLast((element) => element.name === "div");
      if (holder) {
        endAt(holder);
        if (kind === "ftnt") holder.label = Number(label);
      }
      if (!isEmpty) open.push({ name, at, inside: end });
    },
    close(_name, at) {
      const element = open.pop();
      // No note is within another, so that none of them is read twice.
      if (element?.label === undefined || element.inside < lastEnd) return;
      notes.set(element.label, html.slice(element.inside, at));
      lastEnd = at;
    },
    text: () => {},
  });
  return { ends, wrappers, notes };
}
