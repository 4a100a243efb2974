import type { Steps } from "../../platform/index.ts";
import { type Leaf, leaf, type Node, plainText, textOf } from "../document/index.ts";
import { diffSteps, type Hunk } from "../sequence/index.ts";
import type { TextDiff } from "./block-diff.ts";
import type { Identities } from "./identities.ts";

/** A word, the white space between words, a sign, or an inline node. */
interface Token {
  readonly key: string;
  readonly content: Leaf | Exclude<Node, { object: "block" | "text" }>;
}

const wordOrSign = /[\p{L}\p{N}\p{M}_]+|\s+|./gsu;
/** In scripts without spaces, each character counts as a word. */
const isUnspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

export function splitWords(text: string): string[] {
  const found = text.match(wordOrSign) ?? [];
  return found.flatMap((part) => (isUnspaced.test(part) ? [...part] : [part]));
}

/** Longer texts are not compared by words. */
const maxCharacters = 100_000;

/** The words and inline nodes in which two texts differ. A very long text is replaced as a whole. */
export function* diffText(
  before: readonly Node[],
  after: readonly Node[],
  identities: Identities,
): Steps<TextDiff[]> {
  if (lengthOf(before) + lengthOf(after) > maxCharacters)
    return [
      { change: "removed", nodes: before },
      { change: "added", nodes: after },
    ];
  const [old, current] = [yield* tokensOf(before, identities), yield* tokensOf(after, identities)];
  const hunks = joinNearHunks(
    yield* diffSteps(
      old.map(({ key }) => key),
      current.map(({ key }) => key),
    ),
    old.map(({ key }) => key),
  );
  const parts: TextDiff[] = [];
  const add = (change: TextDiff["change"], tokens: readonly Token[]): void => {
    if (tokens.length > 0) parts.push({ change, nodes: nodesOf(tokens) });
  };
  let start = 0;
  for (const hunk of hunks) {
    add("unchanged", current.slice(start, hunk.start));
    add("removed", old.slice(hunk.from, hunk.to));
    add("added", current.slice(hunk.start, hunk.end));
    start = hunk.end;
  }
  add("unchanged", current.slice(start));
  return parts;
}

function lengthOf(nodes: readonly Node[]): number {
  return plainText(nodes).length;
}

function* tokensOf(nodes: readonly Node[], identities: Identities): Steps<Token[]> {
  const tokens: Token[] = [];
  for (const node of nodes) {
    yield;
    if (node.object === "text")
      for (const { text, marks } of node.leaves) {
        const suffix = marks.length === 0 ? "" : ` ${JSON.stringify(marks)}`;
        for (const part of splitWords(text))
          tokens.push({ key: `${part}${suffix}`, content: leaf(part, marks) });
      }
    else if (node.object === "inline")
      tokens.push({ key: `\n${yield* identities.ofInline(node)}`, content: node });
  }
  return tokens;
}

function nodesOf(tokens: readonly Token[]): Node[] {
  const nodes: Node[] = [];
  let leaves: Leaf[] = [];
  const flush = () => {
    if (leaves.length > 0) nodes.push(textOf(leaves));
    leaves = [];
  };
  for (const { content } of tokens) {
    if (content.object === "inline") {
      flush();
      nodes.push(content);
      continue;
    }
    const last = leaves.at(-1);
    if (last !== undefined && sameMarks(last.marks, content.marks))
      leaves[leaves.length - 1] = leaf(last.text + content.text, last.marks);
    else leaves.push(content);
  }
  flush();
  return nodes;
}

function sameMarks(a: Leaf["marks"], b: Leaf["marks"]): boolean {
  return a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));
}

/** Joins hunks with only white space between them: two changed words that follow each other are one change. */
export function joinNearHunks(hunks: readonly Hunk[], keys: readonly string[]): Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const isNear = last !== undefined && keys.slice(last.to, hunk.from).every((key) => key.trim() === "");
    if (isNear) joined[joined.length - 1] = { ...last, to: hunk.to, end: hunk.end };
    else joined.push(hunk);
  }
  return joined;
}
