import { StepCounter, type Steps } from "../../../platform/index.ts";
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
  return nodesOf(pairDelimiters(tokens));
}

/** Finds the marks that delimiter runs start and end, in linear time. */
export function pairDelimiters(tokens: readonly InlineToken[]): readonly InlineToken[] {
  const pairing = new DelimiterPairing();
  for (const token of tokens) pairing.add(token);
  return tokens;
}

export function* pairSteps(tokens: readonly InlineToken[]): Steps<readonly InlineToken[]> {
  const pairing = new DelimiterPairing();
  const step = new StepCounter(tokensPerStep);
  for (const token of tokens) {
    if (step.isComplete()) yield;
    pairing.add(token);
  }
  return tokens;
}

class DelimiterPairing {
  readonly #openers: DelimiterRun[] = [];
  /** For each kind of closer, the index below which no opener matches (`openers_bottom` in the CommonMark spec). */
  readonly #bottoms = new Map<string, number>();

  add(run: InlineToken): void {
    if (run.kind !== "delimiters") return;
    run.remaining = run.length;
    run.starts = run.ends = undefined;
    const isDropped = run.canClose && pairCloser(run, this.#openers, this.#bottoms);
    if (run.canOpen && run.remaining > 0 && !isDropped) this.#openers.push(run);
  }
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

/** Shared by all texts without marks, as most are. */
const noMarks: readonly Mark[] = [];

class ActiveMarks {
  /** Created with the first mark. */
  #counts: Map<string, number> | undefined;
  readonly #colors: Extract<Mark, { type: "color" }>[] = [];
  #current: readonly Mark[] | undefined = noMarks;

  change(mark: Mark, delta: 1 | -1): void {
    this.#current = undefined;
    if (mark.type !== "color") {
      this.#counts ??= new Map();
      this.#counts.set(mark.type, (this.#counts.get(mark.type) ?? 0) + delta);
    } else if (delta === 1) this.#colors.push(mark);
    else this.#colors.pop();
  }

  get current(): readonly Mark[] {
    this.#current ??= orderedMarks((type) => (this.#counts?.get(type) ?? 0) > 0, this.#colors.at(-1));
    return this.#current;
  }
}

function orderedMarks(isSet: (type: string) => boolean, color: Mark | undefined): Mark[] {
  const marks: Mark[] = [];
  for (const type of plainMarks) if (isSet(type)) marks.push({ object: "mark", type });
  if (color !== undefined) marks.push(color);
  return marks;
}

/** Converts tokens whose delimiters are paired into nodes. */
export function nodesOf(tokens: readonly InlineToken[]): Node[] {
  const conversion = new NodeConversion(tokens);
  while (!conversion.isDone) conversion.convertNext();
  return conversion.nodes;
}

export function* nodeSteps(tokens: readonly InlineToken[]): Steps<Node[]> {
  const conversion = new NodeConversion(tokens);
  const step = new StepCounter(tokensPerStep);
  while (!conversion.isDone) {
    if (step.isComplete()) yield;
    conversion.convertNext();
  }
  return conversion.nodes;
}

class NodeConversion {
  readonly nodes: Node[] = [];
  readonly #marks = new ActiveMarks();
  #leaves: Leaf[] = [];
  #tokens: readonly InlineToken[];
  #index = 0;
  /** The groups around the tokens, instead of recursion, since elements may be nested to any depth. */
  readonly #outer: { tokens: readonly InlineToken[]; index: number; mark: Mark | undefined }[] = [];

  constructor(tokens: readonly InlineToken[]) {
    this.#tokens = tokens;
  }

  get isDone(): boolean {
    if (this.#index < this.#tokens.length || this.#outer.length > 0) return false;
    this.#flush();
    return true;
  }

  convertNext(): void {
    const marks = this.#marks;
    const token = this.#tokens[this.#index++];
    if (token === undefined) this.#endGroup();
    else if (token.kind === "group") this.#startGroup(token);
    else if (token.kind === "node") {
      this.#flush();
      this.nodes.push(marks.current.length === 0 ? token.node : withMarks(token.node, marks.current));
    } else if (token.kind === "text") appendLeaf(this.#leaves, leaf(token.text, marks.current));
    else {
      for (const mark of token.ends ?? []) marks.change(mark, -1);
      appendLeaf(this.#leaves, leaf(token.character.repeat(token.remaining), marks.current));
      for (const mark of token.starts ?? []) marks.change(mark, 1);
    }
  }

  #startGroup({ mark, tokens }: Extract<InlineToken, { kind: "group" }>): void {
    if (mark !== undefined) this.#marks.change(mark, 1);
    this.#outer.push({ tokens: this.#tokens, index: this.#index, mark });
    this.#tokens = tokens;
    this.#index = 0;
  }

  #endGroup(): void {
    const group = this.#outer.pop();
    if (group === undefined) return;
    this.#tokens = group.tokens;
    this.#index = group.index;
    if (group.mark !== undefined) this.#marks.change(group.mark, -1);
  }

  #flush(): void {
    if (this.#leaves.length === 0) return;
    this.nodes.push(textOf(this.#leaves));
    this.#leaves = [];
  }
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
