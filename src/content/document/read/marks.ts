import { finish, StepCounter, type Steps } from "../../../platform/index.ts";
import {
  appendLeaf,
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

export type InlineToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "node"; readonly node: Inline }
  | { readonly kind: "group"; readonly mark: Mark | undefined; readonly tokens: readonly InlineToken[] }
  | DelimiterRun;

interface DelimiterRun {
  readonly kind: "delimiters";
  readonly character: "*" | "_" | "~";
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** The number of characters that are text, and the marks around it. `pairSteps` sets them: a copy of each run would take much memory. */
  remaining: number;
  ends?: Mark[] | undefined;
  starts?: Mark[] | undefined;
}

/** The number of tokens that are read, paired or converted per step. */
export const tokensPerStep = 500;

/** The nodes of tokens that are between brackets or in an element. */
export function nodesBetween(tokens: readonly InlineToken[]): Node[] {
  return finish(nodeSteps(pairDelimiters(tokens)));
}

/** Finds the marks that delimiter runs start and end, in linear time. */
export function pairDelimiters(tokens: readonly InlineToken[]): readonly InlineToken[] {
  return finish(pairSteps(tokens));
}

export function* pairSteps(tokens: readonly InlineToken[]): Steps<readonly InlineToken[]> {
  const openers: DelimiterRun[] = [];
  /** For each kind of closer, the index below which no opener matches (`openers_bottom` in the CommonMark spec). */
  const bottoms = new Map<string, number>();
  const step = new StepCounter(tokensPerStep);
  for (const run of tokens) {
    if (step.isComplete()) yield;
    if (run.kind !== "delimiters") continue;
    run.remaining = run.length;
    run.starts = run.ends = undefined;
    const isDropped = run.canClose && pairCloser(run, openers, bottoms);
    if (run.canOpen && run.remaining > 0 && !isDropped) openers.push(run);
  }
  return tokens;
}

/** Pairs a closer with openers. Returns true if it is text, since it has another number of tildes than its opener. */
function pairCloser(closer: DelimiterRun, openers: DelimiterRun[], bottoms: Map<string, number>): boolean {
  const { character, canOpen, length } = closer;
  const kind = `${character}${canOpen}${length % 3}`;
  while (closer.remaining > 0) {
    const bottom = Math.min(bottoms.get(kind) ?? 0, openers.length);
    let index = openers.length - 1;
    while (index >= bottom && !canPair(openers[index], closer)) index--;
    const opener = index >= bottom ? openers[index] : undefined;
    if (opener === undefined) {
      bottoms.set(kind, openers.length);
      return false;
    }
    if (character === "~" && opener.length !== length) {
      dropFrom(index, openers, bottoms);
      return true;
    }
    const size = character === "~" ? length : opener.remaining >= 2 && closer.remaining >= 2 ? 2 : 1;
    const type = character === "~" ? "strikethrough" : size === 2 ? "bold" : "italic";
    opener.starts ??= [];
    opener.starts.push({ object: "mark", type });
    closer.ends ??= [];
    closer.ends.push({ object: "mark", type });
    opener.remaining -= size;
    closer.remaining -= size;
    // The openers between the two cannot be paired any more.
    dropFrom(opener.remaining > 0 ? index + 1 : index, openers, bottoms);
  }
  return false;
}

function dropFrom(index: number, openers: DelimiterRun[], bottoms: Map<string, number>): void {
  openers.length = index;
  for (const [key, value] of bottoms) if (value > index) bottoms.set(key, index);
}

/** Implements rules 9 and 10 of CommonMark on emphasis. */
function canPair(opener: DelimiterRun | undefined, closer: DelimiterRun): boolean {
  if (opener === undefined || opener.character !== closer.character) return false;
  const isAmbiguous = opener.canClose || closer.canOpen;
  const sum = opener.length + closer.length;
  return !isAmbiguous || sum % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

export function colorMark(text: string | undefined, background: string | undefined): Mark | undefined {
  const [textColor, backgroundColor] = [text, background].map((name) =>
    colors.find((color) => color === name),
  );
  if (textColor === undefined && backgroundColor === undefined) return undefined;
  const data = { text: textColor ?? "default", background: backgroundColor ?? "default" };
  return { object: "mark", type: "color", data };
}

class ActiveMarks {
  readonly #counts = new Map<string, number>();
  readonly #colors: Extract<Mark, { type: "color" }>[] = [];
  #current: readonly Mark[] | undefined = [];

  change(mark: Mark, delta: 1 | -1): void {
    this.#current = undefined;
    if (mark.type !== "color") this.#counts.set(mark.type, (this.#counts.get(mark.type) ?? 0) + delta);
    else if (delta === 1) this.#colors.push(mark);
    else this.#colors.pop();
  }

  get current(): readonly Mark[] {
    this.#current ??= orderedMarks((type) => (this.#counts.get(type) ?? 0) > 0, this.#colors.at(-1));
    return this.#current;
  }
}

function orderedMarks(isSet: (type: string) => boolean, color: Mark | undefined): Mark[] {
  const plain = plainMarks.filter(isSet).map((type): Mark => ({ object: "mark", type }));
  return color === undefined ? plain : [...plain, color];
}

export function* nodeSteps(tokens: readonly InlineToken[]): Steps<Node[]> {
  const marks = new ActiveMarks();
  const nodes: Node[] = [];
  let leaves: Leaf[] = [];
  const flush = () => {
    if (leaves.length > 0) nodes.push(textOf(leaves));
    leaves = [];
  };
  // A stack instead of recursion, since elements may be nested to any depth.
  const stack: Iterator<InlineToken>[] = [tokens.values()];
  const groupMarks: (Mark | undefined)[] = [];
  let converted = 0;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (++converted % tokensPerStep === 0) yield;
    const { value: token, done } = top.next();
    if (done) {
      stack.pop();
      const mark = groupMarks.pop();
      if (mark !== undefined) marks.change(mark, -1);
    } else if (token.kind === "group") {
      if (token.mark !== undefined) marks.change(token.mark, 1);
      groupMarks.push(token.mark);
      stack.push(token.tokens.values());
    } else if (token.kind === "node") {
      flush();
      nodes.push(marks.current.length === 0 ? token.node : withMarks(token.node, marks.current));
    } else if (token.kind === "text") appendLeaf(leaves, leaf(token.text, marks.current));
    else {
      for (const mark of token.ends ?? []) marks.change(mark, -1);
      appendLeaf(leaves, leaf(token.character.repeat(token.remaining), marks.current));
      for (const mark of token.starts ?? []) marks.change(mark, 1);
    }
  }
  flush();
  return nodes;
}

/** Adds the marks around a link or an annotation to its text. */
function withMarks(node: Inline, marks: readonly Mark[]): Inline {
  if (node.nodes === undefined || isFootnoteNumber(node)) return node;
  const nodes = node.nodes.map((inner): Node => {
    if (inner.object === "inline") return withMarks(inner, marks);
    if (inner.object !== "text") return inner;
    return textOf(
      inner.leaves.map((old) => leaf(old.text, old.text === "" ? [] : mergeMarks(old.marks, marks))),
    );
  });
  return { ...node, nodes: mergeTexts(nodes) };
}

/** Combines marks in the order of the schema. Of two colors, the inner one is kept. */
export function mergeMarks(inner: readonly Mark[], outer: readonly Mark[]): Mark[] {
  const all = [...inner, ...outer];
  return orderedMarks(
    (type) => all.some((mark) => mark.type === type),
    all.find((mark) => mark.type === "color"),
  );
}

export function delimitersAt(source: string, at: number, character: "*" | "_" | "~"): DelimiterRun {
  let end = at;
  while (source[end] === character) end++;
  const last = source[at - 1] ?? "";
  const before = /[\udc00-\udfff]/.test(last) ? source.slice(at - 2, at) : last;
  const next = source.codePointAt(end);
  const after = next === undefined ? "" : String.fromCodePoint(next);
  const length = end - at;
  return { kind: "delimiters", character, length, remaining: length, ...flanking(before, after, character) };
}

export function flanking(before: string, after: string, character: string) {
  const [spaceBefore, spaceAfter] = [isSpace(before), isSpace(after)];
  const [punctuationBefore, punctuationAfter] = [isPunctuation(before), isPunctuation(after)];
  const isLeft = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore);
  const isRight = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter);
  if (character !== "_") return { canOpen: isLeft, canClose: isRight };
  return {
    canOpen: isLeft && (!isRight || punctuationBefore),
    canClose: isRight && (!isLeft || punctuationAfter),
  };
}

function isSpace(character: string): boolean {
  return character === "" || /\s/u.test(character);
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}
