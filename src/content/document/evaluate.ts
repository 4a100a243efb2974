import {
  type Expression,
  ExpressionError,
  evaluateExpression,
  parseExpression,
  rootsOf,
  type Scope,
} from "../expressions/index.ts";
import { keyText } from "./keys.ts";
import {
  Anchors,
  type Block,
  type BlockOf,
  blocksIn,
  type ContentRef,
  countNodes,
  type Document,
  type Fragment,
  leaf,
  mergeTexts,
  type Node,
  paragraph,
  text,
} from "./model/index.ts";

/** What a document is evaluated with. */
interface Evaluation {
  readonly scope: Scope;
  /** The names in the scope that are not known yet: what depends on them stays as it is. */
  readonly unknown: ReadonlySet<string>;
  /** Whether somebody may read this who must not read all of it. */
  readonly isForVisitor: boolean;
  /** The blocks of a reusable content; undefined where it is not there. */
  expand(ref: Extract<ContentRef, { kind: "reusable-content" }>): Promise<readonly Block[] | undefined>;
}

/** Contents within contents, at most. */
const maxDepth = 8;
/** How many nodes reusable contents may bring into one document, those within others counted. */
const maxIncludedNodes = 50_000;

/**
 * The document as someone sees it: values in the places of expressions, blocks under a condition only where that
 * holds, reusable contents in the places where they are included. What has no value stays as it is.
 */
export async function evaluateDocument(document: Document, evaluation: Evaluation): Promise<Document> {
  const evaluator = new Evaluator(evaluation);
  return { ...document, nodes: withOwnAnchors(await evaluator.blocks(document.nodes, [])) };
}

class Evaluator {
  readonly #evaluation: Evaluation;
  #includedNodes = 0;

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  /** The blocks in these reusable contents, the outermost first. */
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
    if (blocks.length > 0) return filled(await this.blocks(blocks, within), key);
    if (nodes.every((node) => node.object === "text")) return [...nodes];
    const values = nodes.map((node) => this.#inline(node));
    const evaluated = await Promise.all(values.map((node) => this.#annotation(node, within)));
    return evaluated.every((node, i) => node === nodes[i]) ? evaluated : keyText(mergeTexts(evaluated), key);
  }

  /** An expression that has a value is that, as text. */
  #inline(node: Node): Node {
    if (node.object !== "inline") return node;
    if (node.nodes?.some((inner) => inner.object === "inline"))
      return {
        ...node,
        nodes: keyText(mergeTexts(node.nodes.map((inner) => this.#inline(inner))), node.key ?? ""),
      };
    if (node.type !== "expression") return node;
    const value = this.#value(String(node.data.expression));
    const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isText ? text(leaf(String(value))) : node;
  }

  async #annotation(node: Node, within: readonly string[]): Promise<Node> {
    if (node.object !== "inline" || node.fragments === undefined) return node;
    return { ...node, fragments: await this.#fragments(node.fragments, within) };
  }

  async #fragments(fragments: readonly Fragment[], within: readonly string[]): Promise<Fragment[]> {
    const results: Fragment[] = [];
    for (const each of fragments)
      results.push({ ...each, nodes: filled(await this.blocks(each.nodes, within), each.key) });
    return results;
  }

  async #condition(block: BlockOf<"if">, within: readonly string[]): Promise<Block[]> {
    const expression = parsed(block.data.expression);
    const blocks = blocksIn(block.nodes);
    if (expression !== undefined && this.#isUnknown(expression))
      return [{ ...block, nodes: filled(await this.blocks(blocks, within), block.key) }];
    const holds = expression !== undefined && Boolean(evaluateExpression(expression, this.#evaluation.scope));
    return holds ? this.blocks(blocks, within) : [];
  }

  async #include(block: BlockOf<"reusable-content">, within: readonly string[]): Promise<Block[]> {
    const ref = block.data.ref;
    const name = ref.reusableContent;
    const isTooMuch =
      within.includes(name) || within.length >= maxDepth || this.#includedNodes >= maxIncludedNodes;
    const found = isTooMuch ? undefined : await this.#evaluation.expand(ref);
    if (found === undefined) return [block];
    for (const each of found) this.#includedNodes += countNodes(each);
    if (this.#includedNodes > maxIncludedNodes) return [block];
    const blocks = await this.blocks(found, [...within, name]);
    return blocks.map((each) => withPrefix(each, block.key ?? ""));
  }

  #value(source: string): unknown {
    const expression = parsed(source);
    if (expression === undefined || this.#isUnknown(expression)) return undefined;
    return evaluateExpression(expression, this.#evaluation.scope);
  }

  #isUnknown(expression: Expression): boolean {
    const { unknown } = this.#evaluation;
    return unknown.size > 0 && !rootsOf(expression).isDisjointFrom(unknown);
  }
}

/** What must not be empty holds an empty paragraph, also when all that was in it is left out. */
function filled(blocks: readonly Block[], key = ""): Block[] {
  return blocks.length > 0
    ? [...blocks]
    : [{ ...paragraph([{ ...text(leaf("")), key: `${key}-e-0` }]), key: `${key}-e` }];
}

/** No anchor twice, also where the same content is included twice. */
function withOwnAnchors(blocks: readonly Block[], anchors = new Anchors()): Block[] {
  return blocks.map((block) => {
    const { meta, nodes, fragments } = block;
    const id = meta && anchors.unique(meta.id);
    return {
      ...block,
      ...(id !== undefined && id !== meta?.id && { data: { ...block.data, id }, meta: { id } }),
      ...(nodes && {
        nodes: nodes.map((node) =>
          node.object === "block" ? (withOwnAnchors([node], anchors)[0] ?? node) : node,
        ),
      }),
      ...(fragments && {
        fragments: fragments.map((each) => ({ ...each, nodes: withOwnAnchors(each.nodes, anchors) })),
      }),
    } as Block;
  });
}

/** Undefined for what is no expression: that has no value, and never holds. */
function parsed(source: string): Expression | undefined {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** A content may be included twice: its keys say where. */
function withPrefix<N extends Node | Fragment>(node: N, prefix: string): N {
  const { nodes, fragments } = node as { nodes?: readonly Node[]; fragments?: readonly Fragment[] };
  return {
    ...node,
    ...(nodes && { nodes: nodes.map((inner) => withPrefix(inner, prefix)) }),
    ...(fragments && { fragments: fragments.map((inner) => withPrefix(inner, prefix)) }),
    key: `${prefix}:${node.key}`,
  };
}

const opens = /\{%-?\s*if\b/i;
const closes = /\{%-?\s*endif\b/i;

/**
 * The blocks without those in which a condition is begun that was not understood, as in the middle of a sentence, up to
 * its end. What somebody wanted to hide is better missing than shown.
 */
export function withoutUnparsedConditions(blocks: readonly Block[]): Block[] {
  let isHidden = false;
  return blocks.filter((block) => {
    const written = textIn(block);
    const isPart = isHidden || opens.test(written);
    isHidden = isPart && !closes.test(written);
    return !isPart;
  });
}

/** The text that stands in a block itself; what is code says nothing. */
function textIn({ type, nodes = [] }: Block): string {
  if (type === "code-line" || nodes.some((node) => node.object === "block")) return "";
  return nodes.map(textOf).join("");
}

function textOf(node: Node): string {
  if (node.object !== "text") return (node.nodes ?? []).map(textOf).join("");
  const plain = node.leaves.filter(({ marks }) => !marks.some(({ type }) => type === "code"));
  return plain.map(({ text }) => text).join("");
}
