import { encodeXML } from "entities";
import {
  classesOf,
  dropped,
  innerHtml,
  noteReference,
  plainText,
  rewriteHtml,
  unwrapped,
  withoutMarks,
} from "../services/index.ts";
import { emptyLine } from "./empty-lines.ts";

/** A converted document: its text, and its notes apart. */
export interface DocxHtml {
  readonly title: string | undefined;
  readonly html: string;
  readonly notes: ReadonlyMap<number, string>;
}

const reference =
  /<sup><a href="#(?:foot|end)note-[^"<>]{1,64}" id="[^"<>]{1,64}">\[(\d{1,6})\]<\/a><\/sup>/g;
const noteStart = /<li id="(?:foot|end)note-[^"<>]{1,64}">/g;
const backLink = /<a href="#(?:foot|end)note-ref-[^"<>]{1,64}">↑<\/a>/g;

/** Takes the notes out of what a document was converted to. Images are shown from where they are said to be. */
export function readDocxHtml(converted: string, imageAt: (path: string) => string | undefined): DocxHtml {
  const html = withoutMarks(converted).replaceAll(emptyLine, "").replace(task, taskItem);
  const { body, notes } = splitNotes(html);
  const referred = body.replace(reference, (_, label: string) => noteReference(Number(label)));
  const title =
    innerHtml(referred, (tag) => classesOf(tag).includes("title")) ??
    innerHtml(referred, ({ name }) => /^h[1-6]$/.test(name));
  return {
    title: title && plainText(withoutMarks(title)),
    html: writeAddresses(referred, imageAt),
    notes: new Map(notes.map((note, i) => [i + 1, writeAddresses(note, imageAt)])),
  };
}

/** They are a list at the very end, in the order in which they are referred to. */
function splitNotes(html: string): { readonly body: string; readonly notes: readonly string[] } {
  const starts = Array.from(html.matchAll(noteStart), ({ 0: tag, index }) => ({
    index,
    from: index + tag.length,
  }));
  const [first] = starts;
  if (first === undefined) return { body: html, notes: [] };
  const notes = starts.map(({ from }, i) => html.slice(from, starts[i + 1]?.index).replace(backLink, ""));
  const body = html.slice(0, first.index).replace(/<ol>$/, "");
  return { body, notes: notes.map((note) => note.replace(/<\/li>(?:<\/ol>)?$/, "")) };
}

/** What some write as a sign before an item of a list. */
const task = /<li>(?:<p>)?([☐☑☒])\s/g;

function taskItem(_: string, sign: string): string {
  return `<li><input type="checkbox"${sign === "☐" ? "" : " checked"}> `;
}

/** Links to places that are not there are none. */
function writeAddresses(html: string, imageAt: (path: string) => string | undefined): string {
  const places = new Set(Array.from(html.matchAll(/<a id="([^"<>]{1,256})">/g), ([, id]) => `#${id}`));
  return rewriteHtml(html, ({ name, attributes }) => {
    if (name === "img") {
      const src = imageAt(attributes.get("src") ?? "");
      if (src === undefined) return dropped;
      return {
        open: `<img src="${encodeXML(src)}" alt="${encodeXML(attributes.get("alt") ?? "")}">`,
        close: "",
      };
    }
    const href = attributes.get("href");
    return name === "a" && href?.startsWith("#") && !places.has(href) ? unwrapped : undefined;
  });
}
