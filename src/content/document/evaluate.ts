import { EventLoopYielder } from "../../platform/index.ts";
import {
  type Expression,
  evaluateExpression,
  rootsOf,
  type Scope,
  tryParseExpression,
} from "../expressions/index.ts";
import { conditionTag } from "../markdown/syntax/index.ts";
import { maxNodes } from "../model/index.ts";
import { keyText } from "./keys.ts";
import {
  Anchors,
  type Block,
  type BlockOf,
  blocksIn,
  childrenOf,
  countNodes,
  type Document,
  type Fragment,
  type Inline,
  leaf,
  mapChildren,
  mergeTexts,
  type Node,
  paragraph,
  type RefOf,
  text,
} from "./model/index.ts";

interface Evaluation {
  readonly scope: Scope;
  /** The names in the scope whose values are unknown. Expressions with them are not evaluated. */
  readonly unknown: ReadonlySet<string>;
  /** Whether conditional content must be hidden from the reader unless its condition is true. */
  readonly isForVisitor: boolean;
  /** Whether conditional blocks stay as they are, for writers. Their content is evaluated. */
  readonly keepsConditions?: boolean;
  /** Reads the blocks of a reusable content; undefined if it does not exist. */
  expand(ref: RefOf<"reusable-content">): Promise<readonly Block[] | undefined>;
}

/** How deeply reusable contents may include each other. */
export const maxIncludeDepth = 8;

/** How many nodes of reusable contents a document with this number of nodes in its blocks may include. */
export function maxIncludedNodes(nodes: number): number {
  return Math.min(50_000, maxNodes - nodes);
}

const evaluatedTypes: ReadonlySet<string> = new Set(["expression", "if", "reusable-content"]);

/**
 * Replaces expressions with their values, conditional blocks with their content if the condition is true, and references
 * to reusable content with that content. Nodes that cannot be evaluated are kept.
 */
export async function evaluateDocument(document: Document, evaluation: Evaluation): Promise<Document> {
  const blocks = await new Evaluator(evaluation, countNodes(document)).evaluateSource(document.nodes, []);
  const anchors = new Anchors();
  const nodes: Block[] = [];
  const yielder = new EventLoopYielder();
  for (const block of blocks) {
    nodes.push(withUniqueAnchors(block, anchors));
    await yielder.yieldIfDue();
  }
  return { ...document, nodes };
}

class Evaluator {
  readonly #evaluation: Evaluation;
  readonly #hidden = new Set<Block>();
  readonly #yielder = new EventLoopYielder();
  readonly #maxIncluded: number;
  #includedNodes = 0;

  constructor(evaluation: Evaluation, nodeCount: number) {
    this.#evaluation = evaluation;
    this.#maxIncluded = maxIncludedNodes(nodeCount);
  }

  /** Evaluates the blocks of a document or of a reusable content. */
  evaluateSource(blocks: readonly Block[], enclosing: readonly string[]): Promise<Block[]> {
    if (this.#evaluation.isForVisitor)
      for (const block of findUnparsedConditions(blocks)) this.#hidden.add(block);
    return this.#evaluateBlocks(blocks, enclosing);
  }

  async #evaluateBlocks(blocks: readonly Block[], enclosing: readonly string[]): Promise<Block[]> {
    const results: Block[] = [];
    for (const block of blocks) {
      if (this.#hidden.has(block)) continue;
      if (this.#isStatic(block)) results.push(block);
      else for (const result of await this.#evaluateBlock(block, enclosing)) results.push(result);
      await this.#yielder.yieldIfDue();
    }
    return results;
  }

  async #evaluateBlock(block: Block, enclosing: readonly string[]): Promise<Block[]> {
    if (block.type === "if") return this.#evaluateCondition(block, enclosing);
    if (block.type === "reusable-content") return this.#include(block, enclosing);
    const { nodes, fragments } = block;
    return [
      {
        ...block,
        ...(nodes !== undefined && { nodes: await this.#evaluateNodes(block, nodes, enclosing) }),
        ...(fragments !== undefined && { fragments: await this.#evaluateFragments(fragments, enclosing) }),
      },
    ];
  }

  async #evaluateNodes(
    { key = "" }: Block,
    nodes: readonly Node[],
    enclosing: readonly string[],
  ): Promise<Node[]> {
    const blocks = blocksIn(nodes);
    if (blocks.length > 0) return nonEmpty(await this.#evaluateBlocks(blocks, enclosing), key);
    if (nodes.every((node) => node.object === "text")) return [...nodes];
    const values = nodes.map((node) => this.#evaluateInline(node));
    const evaluated = await Promise.all(values.map((node) => this.#evaluateAnnotation(node, enclosing)));
    return evaluated.every((node, i) => node === nodes[i]) ? evaluated : keyText(mergeTexts(evaluated), key);
  }

  #evaluateInline(node: Node): Node {
    if (node.object !== "inline") return node;
    if (node.nodes?.some((inner) => inner.object === "inline")) {
      const nodes = mergeTexts(node.nodes.map((inner) => this.#evaluateInline(inner)));
      return { ...node, nodes: keyText(nodes, node.key ?? "") };
    }
    if (node.type !== "expression") return node;
    const expression = tryParseExpression(node.data.expression);
    if (expression === undefined || this.#isUnknown(expression)) return node;
    const value = evaluateExpression(expression, this.#evaluation.scope);
    const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isScalar ? text(leaf(String(value))) : node;
  }

  async #evaluateAnnotation(node: Node, enclosing: readonly string[]): Promise<Node> {
    if (node.object !== "inline" || node.fragments === undefined) return node;
    return { ...node, fragments: await this.#evaluateFragments(node.fragments, enclosing) };
  }

  async #evaluateFragments(
    fragments: readonly Fragment[],
    enclosing: readonly string[],
  ): Promise<Fragment[]> {
    const results: Fragment[] = [];
    for (const fragment of fragments) {
      if (this.#isStatic(fragment)) results.push(fragment);
      else {
        const nodes = nonEmpty(await this.#evaluateBlocks(fragment.nodes, enclosing), fragment.key);
        results.push({ ...fragment, nodes });
      }
      await this.#yielder.yieldIfDue();
    }
    return results;
  }

  async #evaluateCondition(block: BlockOf<"if">, enclosing: readonly string[]): Promise<Block[]> {
    const expression = tryParseExpression(block.data.expression);
    const blocks = blocksIn(block.nodes);
    const isKept =
      this.#evaluation.keepsConditions || (expression !== undefined && this.#isUnknown(expression));
    if (isKept)
      return [{ ...block, nodes: nonEmpty(await this.#evaluateBlocks(blocks, enclosing), block.key) }];
    if (expression === undefined) return [];
    return evaluateExpression(expression, this.#evaluation.scope)
      ? this.#evaluateBlocks(blocks, enclosing)
      : [];
  }

  async #include(block: BlockOf<"reusable-content">, enclosing: readonly string[]): Promise<Block[]> {
    const { ref } = block.data;
    const name = ref.reusableContent;
    const isRefused =
      enclosing.includes(name) ||
      enclosing.length >= maxIncludeDepth ||
      this.#includedNodes >= this.#maxIncluded;
    const included = isRefused ? undefined : await this.#evaluation.expand(ref);
    if (included === undefined) return [block];
    for (const inner of included) this.#includedNodes += countNodes(inner);
    if (this.#includedNodes > this.#maxIncluded) return [block];
    const blocks = await this.evaluateSource(included, [...enclosing, name]);
    return blocks.map((result) => withKeyPrefix(result, block.key ?? ""));
  }

  /** Whether there is nothing to evaluate in a node. It is then shared with the document: copies of a large table take memory. */
  #isStatic(node: Node | Fragment): boolean {
    if (node.object === "text") return true;
    if (evaluatedTypes.has(node.type) || (node.object === "block" && this.#hidden.has(node))) return false;
    return childrenOf(node).every((child) => this.#isStatic(child));
  }

  #isUnknown(expression: Expression): boolean {
    const { unknown } = this.#evaluation;
    return unknown.size > 0 && !rootsOf(expression).isDisjointFrom(unknown);
  }
}

/** The blocks, or an empty paragraph whose key is derived from that of its parent. */
function nonEmpty(blocks: Block[], key = ""): Block[] {
  if (blocks.length > 0) return blocks;
  return [{ ...paragraph([{ ...text(leaf("")), key: `${key}-e-0` }]), key: `${key}-e` }];
}

/** Makes anchors unique that are repeated because the same content is included twice. */
function withUniqueAnchors<N extends Block | Fragment>(node: N, anchors: Anchors): N {
  const meta = node.object === "block" ? node.meta : undefined;
  const id = meta && anchors.unique(meta.id);
  const isRenamed = node.object === "block" && id !== undefined && id !== meta?.id;
  const renamed = isRenamed
    ? { ...node, meta: { id }, data: "id" in node.data ? { ...node.data, id } : node.data }
    : node;
  return mapChildren(renamed, (child) =>
    child.object === "block" || child.object === "fragment" ? withUniqueAnchors(child, anchors) : child,
  );
}

/** Prefixes the keys of included content, since it may be included twice. */
function withKeyPrefix<N extends Node | Fragment>(node: N, prefix: string): N {
  return { ...mapChildren(node, (child) => withKeyPrefix(child, prefix)), key: `${prefix}:${node.key}` };
}

/**
 * The blocks that contain an unparsed condition tag, for example in the middle of a sentence, and the blocks up to its
 * end tag. Hiding too much is safer than showing content that the author wanted to hide.
 */
export function findUnparsedConditions(blocks: readonly Block[]): ReadonlySet<Block> {
  const found = new Set<Block>();
  let depth = 0;
  const visit = (block: Block): void => {
    let isConditional = depth > 0;
    if (mayHaveTag(block)) {
      for (const [, end] of ownText(block).matchAll(conditionTag)) {
        const isEnd = end !== undefined;
        isConditional ||= !isEnd;
        depth = Math.max(0, depth + (isEnd ? -1 : 1));
      }
    }
    if (isConditional) found.add(block);
    for (const node of block.nodes ?? []) {
      if (node.object === "block") visit(node);
      else if (node.object === "inline") visitFragments(node.fragments);
    }
    visitFragments(block.fragments);
  };
  const visitFragments = (fragments: readonly Fragment[] | undefined): void => {
    if (fragments !== undefined) for (const { nodes } of fragments) for (const block of nodes) visit(block);
  };
  for (const block of blocks) visit(block);
  return found;
}

/** Whether a text contains the start tag of conditional content, wherever it is. */
export function hasConditionTag(text: string): boolean {
  return /\{%-?\s*if\b/i.test(text);
}

/** Whether a block has a brace in its own text, as every tag does. Tags in code are not recognized. */
function mayHaveTag({ type, data, nodes }: Block): boolean {
  if (type === "code-line" || type === "code") return false;
  return hasBrace(data) || (nodes?.some(hasBraceInText) ?? false);
}

function hasBraceInText(node: Node): boolean {
  if (node.object === "block") return false;
  if (node.object === "text") return node.leaves.some(({ text }) => text.includes("{"));
  return hasBrace(node.data) || (node.nodes?.some(hasBraceInText) ?? false);
}

function hasBrace(value: unknown): boolean {
  if (typeof value === "string") return value.includes("{");
  if (typeof value !== "object" || value === null) return false;
  return (Array.isArray(value) ? value : Object.values(value)).some(hasBrace);
}

/** The text of a node without that of its child blocks and without code. */
function ownText(node: Block | Inline): string {
  let text = stringsIn(node.data);
  for (const child of node.nodes ?? []) {
    if (child.object === "inline") text += ownText(child);
    else if (child.object === "text")
      for (const { text: part, marks } of child.leaves)
        if (!marks.some(({ type }) => type === "code")) text += part;
  }
  return text;
}

/** The strings in a value, one on each line. */
function stringsIn(value: unknown): string {
  if (typeof value === "string") return `${value}\n`;
  if (typeof value !== "object" || value === null) return "";
  let strings = "";
  for (const key in value) strings += stringsIn((value as Readonly<Record<string, unknown>>)[key]);
  return strings;
}
