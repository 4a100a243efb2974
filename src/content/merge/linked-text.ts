import type { StoredLink } from "../links/index.ts";
import type { Block } from "../markdown/index.ts";

/** Text, and those of its links that are kept by id; their places count from its beginning. */
export interface LinkedText {
  readonly text: string;
  readonly links: readonly StoredLink[];
}

/** One of the two tags of a pair. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
}

/** A block with its own links, and a key that is the same as long as it says the same. */
export interface KeyedBlock extends Pick<Block, "kind" | "gap">, LinkedText {
  readonly key: string;
  readonly tag?: Tag;
}

export interface Body {
  readonly lead: string;
  readonly blocks: readonly KeyedBlock[];
}

/** Says the same for the same meaning: how a link is spelled does not count, only what it leads to. */
export function keyOf({ text, links }: LinkedText): string {
  if (links.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const link of links) {
    const written = text.slice(link.at, link.at + link.length);
    const suffix = written.search(/[?#]/);
    const target = "page" in link ? `page ${link.page}` : `file ${link.file}`;
    parts.push(text.slice(done, link.at), `\0${target}\0`, suffix < 0 ? "" : written.slice(suffix));
    done = link.at + link.length;
  }
  return parts.join("") + text.slice(done);
}

/** A stretch of a text, with the links in it. */
export function sliceText({ text, links }: LinkedText, from: number, to = text.length): LinkedText {
  const within = links.filter(({ at }) => at >= from && at < to);
  return { text: text.slice(from, to), links: shift(within, -from) };
}

export function shift(links: readonly StoredLink[], by: number): StoredLink[] {
  return links.map((link) => ({ ...link, at: link.at + by }));
}

/** Joins texts, and keeps their links in place. */
export class TextWriter {
  readonly #texts: string[] = [];
  readonly #links: StoredLink[] = [];
  #length = 0;

  add({ text, links }: LinkedText, gap = ""): void {
    for (const link of links) this.#links.push({ ...link, at: link.at + this.#length });
    this.#texts.push(text, gap);
    this.#length += text.length + gap.length;
  }

  written(): LinkedText {
    return { text: this.#texts.join(""), links: this.#links };
  }
}

/** Blocks as they are written one after the other, without what follows the last. */
export function joinBlocks(blocks: readonly KeyedBlock[]): LinkedText {
  const writer = new TextWriter();
  for (const [i, block] of blocks.entries()) writer.add(block, i < blocks.length - 1 ? block.gap : "");
  return writer.written();
}
