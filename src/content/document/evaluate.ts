import {
  type Expression,
  ExpressionError,
  evaluateExpression,
  parseExpression,
  rootsOf,
  type Scope,
} from "../expressions/index.ts";
import { keyText } from "./markdown.ts";
import {
  Anchors,
  type Block,
  type BlockOf,
  blocksIn,
  countNodes,
  type Document,
  type Fragment,
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
  /** Whether the reader may see only a part of the document. */
  readonly isForVisitor: boolean;
  /** Reads the blocks of a reusable content; undefined if it does not exist. */
  expand(ref: RefOf<"reusable-content">): Promise<readonly Block[] | undefined>;
}

const maxDepth = 8;
const maxIncludedNodes = 50_000;

/**
 * Replaces expressions by their values, conditional blocks by their content if the condition is true, and references to
 * reusable content by that content. Nodes that cannot be evaluated are kept.
 */
export async function evaluateDocument(document: Document, evaluation: Evaluation): Promise<Document> {
  const blocks = await new Evaluator(evaluation).blocks(document.nodes, []);
  const anchors = new Anchors();
  return { ...document, nodes: blocks.map((block) => withUniqueAnchors(block, anchors)) };
}

class Evaluator {
  readonly #evaluation: Evaluation;
  #includedNodes = 0;

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  async blocks(blocks: readonly Block[], within: readonly string[]): Promise<Block[]> {
    const results: Block[] = [];
    const shown = this.#evaluation.isForVisitor ? withoutUnparsedConditions(blocks) : blocks;
    for (const block of shown) for (const each of await this.#block(block, within)) results.push(each);
    return results;
  }

  async #block(block: Block, within: readonly string[]): Promise<Block[]> {
    if (block.type === "if") return this.#condition(block, within);
    if (block.type === "reusable-content") return this.#include(block, within);
    const { nodes, fragments } = block;
    return [
      {
        ...block,
        ...(nodes !== undefined && { nodes: await this.#nodes(block, nodes, within) }),
        ...(fragments !== undefined && { fragments: await this.#fragments(fragments, within) }),
      },
    ];
  }

  async #nodes({ key = "" }: Block, nodes: readonly Node[], within: readonly string[]): Promise<Node[]> {
    const blocks = blocksIn(nodes);
    if (blocks.length > 0) return nonEmpty(await this.blocks(blocks, within), key);
    if (nodes.every((node) => node.object === "text")) return [...nodes];
    const values = nodes.map((node) => this.#inline(node));
    const evaluated = await Promise.all(values.map((node) => this.#annotation(node, within)));
    return evaluated.every((node, i) => node === nodes[i]) ? evaluated : keyText(mergeTexts(evaluated), key);
  }

  #inline(node: Node): Node {
    if (node.object !== "inline") return node;
    if (node.nodes?.some((inner) => inner.object === "inline")) {
      const nodes = mergeTexts(node.nodes.map((inner) => this.#inline(inner)));
      return { ...node, nodes: keyText(nodes, node.key ?? "") };
    }
    if (node.type !== "expression") return node;
    const expression = parse(node.data.expression);
    if (expression === undefined || this.#isUnknown(expression)) return node;
    const value = evaluateExpression(expression, this.#evaluation.scope);
    const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isScalar ? text(leaf(String(value))) : node;
  }

  async #annotation(node: Node, within: readonly string[]): Promise<Node> {
    if (node.object !== "inline" || node.fragments === undefined) return node;
    return { ...node, fragments: await this.#fragments(node.fragments, within) };
  }

  async #fragments(fragments: readonly Fragment[], within: readonly string[]): Promise<Fragment[]> {
    const results: Fragment[] = [];
    for (const each of fragments)
      results.push({ ...each, nodes: nonEmpty(await this.blocks(each.nodes, within), each.key) });
    return results;
  }

  async #condition(block: BlockOf<"if">, within: readonly string[]): Promise<Block[]> {
    const expression = parse(block.data.expression);
    const blocks = blocksIn(block.nodes);
    if (expression === undefined) return [];
    if (this.#isUnknown(expression))
      return [{ ...block, nodes: nonEmpty(await this.blocks(blocks, within), block.key) }];
    return evaluateExpression(expression, this.#evaluation.scope) ? this.blocks(blocks, within) : [];
  }

  async #include(block: BlockOf<"reusable-content">, within: readonly string[]): Promise<Block[]> {
    const { ref } = block.data;
    const name = ref.reusableContent;
    const isTooMuch =
      within.includes(name) || within.length >= maxDepth || this.#includedNodes >= maxIncludedNodes;
    const found = isTooMuch ? undefined : await this.#evaluation.expand(ref);
    if (found === undefined) return [block];
    for (const each of found) this.#includedNodes += countNodes(each);
    if (this.#includedNodes > maxIncludedNodes) return [block];
    const blocks = await this.blocks(found, [...within, name]);
    return blocks.map((each) => withKeyPrefix(each, block.key ?? ""));
  }

  #isUnknown(expression: Expression): boolean {
    const { unknown } = this.#evaluation;
    return unknown.size > 0 && !rootsOf(expression).isDisjointFrom(unknown);
  }
}

/** The blocks, or an empty paragraph with a key that is made from that of its parent. */
function nonEmpty(blocks: Block[], key = ""): Block[] {
  if (blocks.length > 0) return blocks;
  return [{ ...paragraph([{ ...text(leaf("")), key: `${key}-e-0` }]), key: `${key}-e` }];
}

/** Renames anchors that occur twice because the same content is included twice. */
function withUniqueAnchors<N extends Block | Fragment>(node: N, anchors: Anchors): N {
  const meta = node.object === "block" ? node.meta : undefined;
  const id = meta && anchors.unique(meta.id);
  const isRenamed = node.object === "block" && id !== undefined && id !== meta?.id;
  const renamed = isRenamed ? { ...node, data: { ...node.data, id }, meta: { id } } : node;
  return mapChildren(renamed, (child) =>
    child.object === "block" || child.object === "fragment" ? withUniqueAnchors(child, anchors) : child,
  );
}

function parse(source: string): Expression | undefined {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** Prefixes the keys of included content, since it may be included twice. */
function withKeyPrefix<N extends Node | Fragment>(node: N, prefix: string): N {
  return { ...mapChildren(node, (child) => withKeyPrefix(child, prefix)), key: `${prefix}:${node.key}` };
}

/**
 * Removes blocks with the text of a condition tag that was not parsed, for example because it is inside a sentence, and
 * the blocks up to its end tag. Hiding too much is safer than showing what the author wanted to hide.
 */
export function withoutUnparsedConditions(blocks: readonly Block[]): Block[] {
  let isHidden = false;
  return blocks.filter((block) => {
    const text = ownText(block);
    const isPart = isHidden || /\{%-?\s*if\b/i.test(text);
    isHidden = isPart && !/\{%-?\s*endif\b/i.test(text);
    return !isPart;
  });
}

function ownText({ type, nodes = [] }: Block): string {
  if (type === "code-line" || nodes.some((node) => node.object === "block")) return "";
  return nodes.map(textWithoutCode).join("");
}

function textWithoutCode(node: Node): string {
  if (node.object !== "text") return (node.nodes ?? []).map(textWithoutCode).join("");
  const plain = node.leaves.filter(({ marks }) => !marks.some(({ type }) => type === "code"));
  return plain.map(({ text }) => text).join("");
}
