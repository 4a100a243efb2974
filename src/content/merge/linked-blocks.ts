import type { StoredLink } from "../links.ts";
import { splitBlocks } from "../markdown/blocks.ts";
import { type Body, type LinkedText, shift } from "./merge-body.ts";

/** The body of a document as blocks, each with its own links. */
export function readBody(body: LinkedText): Body {
  const { lead, blocks } = splitBlocks(body.text);
  let next = 0;
  return {
    lead,
    blocks: blocks.map(({ kind, at, text, gap }) => {
      const links: StoredLink[] = [];
      for (
        let link = body.links[next];
        link !== undefined && link.at < at + text.length;
        link = body.links[next]
      ) {
        links.push({ ...link, at: link.at - at });
        next += 1;
      }
      return { kind, gap, text, links, key: keyOf({ text, links }) };
    }),
  };
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
