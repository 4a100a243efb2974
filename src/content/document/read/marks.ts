import {
  appendLeaf,
  type Color,
  colors,
  type Inline,
  isFootnoteNumber,
  type Leaf,
  leaf,
  type Mark,
  mergeTexts,
  type Node,
  plainMarks,
  textOf,
} from "../model/index.ts";

/** What the text of a paragraph is made of, in a row: marks begin and end among it. */
export type InlineToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "node"; readonly node: Inline }
  | { readonly kind: "start"; readonly mark: Mark }
  | { readonly kind: "end"; readonly mark: Mark }
  /** All that stands between the tags of an element. */
  | { readonly kind: "group"; readonly mark: Mark; readonly items: readonly InlineToken[] }
  | DelimiterRun;

/** A run of characters that may begin or end a mark. */
export interface DelimiterRun {
  readonly kind: "delimiters";
  readonly character: "*" | "_" | "~";
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

const bold: Mark = { object: "mark", type: "bold" };
const italic: Mark = { object: "mark", type: "italic" };
const strikethrough: Mark = { object: "mark", type: "strikethrough" };

/** A run while it is being matched. */
interface Run {
  readonly run: DelimiterRun;
  left: number;
  readonly starts: Mark[];
  readonly ends: Mark[];
}

/** Pairs up the delimiters; those that find no partner are text. Every run is looked at once. */
export function pairDelimiters(items: InlineToken[]): void {
  if (!items.some((item) => item.kind === "delimiters")) return;
  const runs = items.filter((item) => item.kind === "delimiters").map(runOf);
  matchRuns(runs);
  let next = 0;
  const paired = items.flatMap((item): InlineToken | InlineToken[] => {
    const run = item.kind === "delimiters" ? runs[next++] : undefined;
    if (run === undefined) return item;
    return [
      ...run.ends.map((mark) => ({ kind: "end", mark }) as const),
      { kind: "text", text: run.run.character.repeat(run.left) },
      ...run.starts.toReversed().map((mark) => ({ kind: "start", mark }) as const),
    ];
  });
  items.length = 0;
  for (const item of paired) items.push(item);
}

function runOf(run: DelimiterRun): Run {
  return { run, left: run.length, starts: [], ends: [] };
}

function matchRuns(runs: readonly Run[]): void {
  const open: Run[] = [];
  /** How far down an opener of some kind was looked for in vain. */
  const bottoms = new Map<string, number>();
  for (const closer of runs) {
    if (closer.run.canClose) closeWith(closer, open, bottoms);
    if (closer.run.canOpen && closer.left > 0) open.push(closer);
  }
}

function closeWith(closer: Run, open: Run[], bottoms: Map<string, number>): void {
  const { character, canOpen, length } = closer.run;
  const kind = `${character}${canOpen}${length % 3}`;
  while (closer.left > 0) {
    const bottom = Math.min(bottoms.get(kind) ?? 0, open.length);
    let at = open.length - 1;
    while (at >= bottom && !canPair(open[at], closer)) at--;
    const opener = at >= bottom ? open[at] : undefined;
    if (opener === undefined) {
      bottoms.set(kind, open.length);
      return;
    }
    const size = character === "~" || (opener.left >= 2 && closer.left >= 2) ? 2 : 1;
    const mark = character === "~" ? strikethrough : size === 2 ? bold : italic;
    opener.starts.push(mark);
    closer.ends.push(mark);
    opener.left -= size;
    closer.left -= size;
    // What stands between the two cannot pair with anything outside any more.
    open.length = opener.left > 0 ? at + 1 : at;
    for (const [other, height] of bottoms) if (height > open.length) bottoms.set(other, open.length);
  }
}

function canPair(opener: Run | undefined, closer: Run): boolean {
  if (opener === undefined || opener.run.character !== closer.run.character) return false;
  if (opener.run.character === "~") return opener.left === 2 && closer.left === 2;
  const isOdd = opener.run.canClose || closer.run.canOpen;
  const sum = opener.run.length + closer.run.length;
  return !isOdd || sum % 3 !== 0 || (opener.run.length % 3 === 0 && closer.run.length % 3 === 0);
}

/** The colour that a mark adds, if it is one that can be shown. */
export function colorMark(text: string | undefined, background: string | undefined): Mark | undefined {
  const [front, back] = [knownColor(text), knownColor(background)];
  if (front === undefined && back === undefined) return undefined;
  return { object: "mark", type: "color", data: { text: front ?? "default", background: back ?? "default" } };
}

function knownColor(name: string | undefined): Color | undefined {
  return colors.find((color) => color === name);
}

/** Which marks are on, as they begin and end. */
class Marks {
  readonly #counts = new Map<string, number>();
  readonly #colors: Extract<Mark, { type: "color" }>[] = [];
  #current: readonly Mark[] | undefined = [];

  change(mark: Mark, by: 1 | -1): void {
    this.#current = undefined;
    if (mark.type !== "color") this.#counts.set(mark.type, (this.#counts.get(mark.type) ?? 0) + by);
    else if (by === 1) this.#colors.push(mark);
    else this.#colors.pop();
  }

  get current(): readonly Mark[] {
    this.#current ??= [
      ...plainMarks
        .filter((type) => (this.#counts.get(type) ?? 0) > 0)
        .map((type): Mark => ({ object: "mark", type })),
      ...this.#colors.slice(-1),
    ];
    return this.#current;
  }
}

/** The text and the inline nodes that the items say, with marks on the text. */
export function nodesOf(items: readonly InlineToken[]): Node[] {
  const marks = new Marks();
  const nodes: Node[] = [];
  let leaves: Leaf[] = [];
  const flush = () => {
    if (leaves.length > 0) nodes.push(textOf(leaves));
    leaves = [];
  };
  const todo: Iterator<InlineToken>[] = [items.values()];
  const ending: Mark[] = [];
  for (let top = todo.at(-1); top !== undefined; top = todo.at(-1)) {
    const { value: item, done } = top.next();
    if (done) {
      todo.pop();
      const mark = ending.pop();
      if (mark !== undefined) marks.change(mark, -1);
    } else if (item.kind === "group") {
      // Not by recursion: elements may be inside of each other as deep as they like.
      marks.change(item.mark, 1);
      ending.push(item.mark);
      todo.push(item.items.values());
    } else if (item.kind === "start") marks.change(item.mark, 1);
    else if (item.kind === "end") marks.change(item.mark, -1);
    else if (item.kind === "node") {
      flush();
      nodes.push(marks.current.length === 0 ? item.node : withMarks(item.node, marks.current));
    } else {
      const words = item.kind === "text" ? item.text : item.character.repeat(item.length);
      appendLeaf(leaves, leaf(words, marks.current));
    }
  }
  flush();
  return nodes;
}

/** A link or an annotation with marks around it has them on its text. */
function withMarks(node: Inline, marks: readonly Mark[]): Inline {
  if (node.nodes === undefined || isFootnoteNumber(node)) return node;
  const nodes = mergeTexts(
    node.nodes.map((inner): Node => {
      if (inner.object === "inline") return withMarks(inner, marks);
      if (inner.object !== "text") return inner;
      return textOf(
        inner.leaves.map((each) => leaf(each.text, each.text === "" ? [] : mergeMarks(each.marks, marks))),
      );
    }),
  );
  return { ...node, nodes };
}

/** Both together, in the usual order; of two colours the inner one counts. */
export function mergeMarks(inner: readonly Mark[], outer: readonly Mark[]): Mark[] {
  const all = [...inner, ...outer];
  const color = all.find((mark) => mark.type === "color");
  return [
    ...plainMarks
      .filter((type) => all.some((mark) => mark.type === type))
      .map((type): Mark => ({ object: "mark", type })),
    ...(color === undefined ? [] : [color]),
  ];
}

/** The run of one character that begins here, and whether it may begin or end a mark: its neighbours decide. */
export function delimitersAt(source: string, at: number, character: "*" | "_" | "~"): DelimiterRun {
  let end = at;
  while (source[end] === character) end++;
  const { canOpen, canClose } = flanks(characterBefore(source, at), characterAt(source, end), character);
  return { kind: "delimiters", character, length: end - at, canOpen, canClose };
}

/** The whole character that ends here; empty at the beginning. */
function characterBefore(source: string, at: number): string {
  const last = source[at - 1] ?? "";
  return /[\udc00-\udfff]/.test(last) ? source.slice(at - 2, at) : last;
}

function characterAt(source: string, at: number): string {
  const point = source.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}

/** What delimiters may do between two characters. */
export function flanks(
  before: string,
  after: string,
  character: string,
): { canOpen: boolean; canClose: boolean } {
  const [spaceBefore, spaceAfter] = [isSpace(before), isSpace(after)];
  const [markBefore, markAfter] = [isPunctuation(before), isPunctuation(after)];
  const isLeft = !spaceAfter && (!markAfter || spaceBefore || markBefore);
  const isRight = !spaceBefore && (!markBefore || spaceAfter || markAfter);
  if (character !== "_") return { canOpen: isLeft, canClose: isRight };
  return { canOpen: isLeft && (!isRight || markBefore), canClose: isRight && (!isLeft || markAfter) };
}

function isSpace(character: string): boolean {
  return character === "" || /\s/u.test(character);
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}
