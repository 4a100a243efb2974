import { replaceLinks, type StoredLink } from "../links/index.ts";
import type { Block } from "../markdown/index.ts";

/** A part of a stored document. Link offsets are relative to its start. */
export interface LinkedText {
  readonly text: string;
  readonly links: readonly StoredLink[];
}

export const emptyText: LinkedText = { text: "", links: [] };

/** An opening or closing tag of a pair. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
}

/** A block with its links, and a key that is equal for blocks with the same meaning. */
export interface KeyedBlock extends Pick<Block, "kind" | "gap" | "isCode">, LinkedText {
  readonly key: string;
  readonly tag?: Tag;
}

/** The blocks of a document, and the whitespace before the first. */
export interface Body {
  readonly lead: string;
  readonly blocks: readonly KeyedBlock[];
}

/** The text with links replaced with the ids of their targets, since different destinations may have the same target. */
export function keyOf({ text, links }: LinkedText): string {
  return replaceLinks(text, links, (link, written) => {
    const target = "page" in link ? `page ${link.page}` : `file ${link.file}`;
    const [suffix = ""] = /[?#].*$/s.exec(written) ?? [];
    return `\0${target}\0${suffix}`;
  });
}

export function sliceText({ text, links }: LinkedText, from: number, to = text.length): LinkedText {
  const inRange = links.filter(({ at }) => at >= from && at < to);
  return { text: text.slice(from, to), links: shiftLinks(inRange, -from) };
}

/** Splits a text at these ascending offsets, except inside the destination of a link. Empty parts are omitted. */
export function splitText({ text, links }: LinkedText, offsets: readonly number[]): LinkedText[] {
  const parts: LinkedText[] = [];
  let [from, next] = [0, 0];
  for (const to of [...offsets, text.length]) {
    const inPart: StoredLink[] = [];
    let end = next;
    for (let link = links[end]; link && link.at < to; link = links[++end])
      inPart.push({ ...link, at: link.at - from });
    const last = inPart.at(-1);
    if (to === from || (last !== undefined && from + last.at + last.length > to)) continue;
    parts.push({ text: text.slice(from, to), links: inPart });
    [from, next] = [to, end];
  }
  return parts;
}

export function shiftLinks(links: readonly StoredLink[], delta: number): StoredLink[] {
  return links.map((link) => ({ ...link, at: link.at + delta }));
}

export class TextWriter {
  readonly #texts: string[] = [];
  readonly #links: StoredLink[] = [];
  #length = 0;

  add({ text, links }: LinkedText, gap = ""): void {
    this.#links.push(...shiftLinks(links, this.#length));
    this.#texts.push(text, gap);
    this.#length += text.length + gap.length;
  }

  result(): LinkedText {
    return { text: this.#texts.join(""), links: this.#links };
  }
}

export function joinBlocks(blocks: readonly KeyedBlock[]): LinkedText {
  const writer = new TextWriter();
  for (const [i, block] of blocks.entries()) writer.add(block, i < blocks.length - 1 ? block.gap : "");
  return writer.result();
}
