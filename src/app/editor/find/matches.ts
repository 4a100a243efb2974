import type { Node } from "prosemirror-model";

export interface FindOptions {
  readonly query: string;
  readonly matchesCase: boolean;
  readonly isWholeWord: boolean;
}

export interface Match {
  readonly from: number;
  readonly to: number;
}

/** What stands for an inline without text. It is never found. */
const leaf = "\ufffc";

/** All places of a text in the document. A match does not extend over several blocks. */
export function findMatches(doc: Node, options: FindOptions): Match[] {
  const pattern = patternOf(options);
  if (pattern === undefined) return [];
  const matches: Match[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, leaf);
    for (const { index, 0: found } of text.matchAll(pattern)) {
      const from = position + 1 + index;
      matches.push({ from, to: from + found.length });
    }
    return false;
  });
  return matches;
}

function patternOf({ query, matchesCase, isWholeWord }: FindOptions): RegExp | undefined {
  if (query === "") return undefined;
  const escaped = query.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const whole = isWholeWord ? `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])` : escaped;
  return new RegExp(whole, matchesCase ? "gu" : "giu");
}
