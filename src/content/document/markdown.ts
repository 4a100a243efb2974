import { finish, finishYielding, type Steps } from "../../platform/index.ts";
import { maxNodes, mayHaveTooManyNodes } from "../model/index.ts";
import {
  type Block,
  countNodes,
  type Document,
  type DocumentData,
  digest,
  type Fragment,
  type Inline,
  type Node,
  plainText,
  TooManyNodesError,
  UniqueNames,
  withIdDestinations,
} from "./model/index.ts";
import { readSteps } from "./read/index.ts";
import { writeSteps } from "./write/index.ts";

/** Reads Markdown as a document. The front matter ends at the given offset. */
export function documentFromMarkdown(markdown: string, frontMatterEnd = 0): Document {
  return finish(stepsFrom(markdown, frontMatterEnd));
}

export function documentFromMarkdownYielding(markdown: string, frontMatterEnd: number): Promise<Document> {
  return finishYielding(stepsFrom(markdown, frontMatterEnd));
}

function* stepsFrom(markdown: string, frontMatterEnd: number): Steps<Document> {
  const blocks = yield* blockSteps(markdown, frontMatterEnd);
  return yield* documentSteps(blocks, documentDataOf(markdown.slice(0, frontMatterEnd)));
}

/** Reads the blocks of Markdown without their keys, which take a third of the time. The front matter ends at the given offset. */
export function blocksFromMarkdownYielding(markdown: string, frontMatterEnd: number): Promise<Block[]> {
  return finishYielding(blockSteps(markdown, frontMatterEnd));
}

function* blockSteps(markdown: string, frontMatterEnd: number): Steps<Block[]> {
  const blocks = yield* readSteps(markdown.slice(frontMatterEnd));
  if (mayHaveTooManyNodes(markdown) && blocks.reduce((sum, block) => sum + countNodes(block), 0) > maxNodes)
    throw new TooManyNodesError();
  return blocks;
}

/** The data of a document: the lines of its front matter, with links by id. */
export function documentDataOf(frontMatter: string): DocumentData {
  const lines = withIdDestinations(frontMatter)
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const fieldLines = lines.slice(
    1,
    lines.findLastIndex((line) => line.trimEnd() === "---"),
  );
  return fieldLines.length === 0 ? {} : { frontMatter: `${fieldLines.join("\n")}\n` };
}

export function documentToMarkdown(document: Document): string {
  return finish(markdownSteps(document));
}

export function* markdownSteps({ data, nodes }: Document): Steps<string> {
  const body = yield* writeSteps(nodes);
  return data.frontMatter === undefined ? body : writeFrontMatter(data.frontMatter) + (body && `\n${body}`);
}

export function writeFrontMatter(lines: string): string {
  return `---\n${lines === "" || lines.endsWith("\n") ? lines : `${lines}\n`}---\n`;
}

/**
 * A document of these blocks, with a key on every node. The key of a block is derived from its text or its first child,
 * so that it stays the same when other blocks are changed, added or moved.
 */
export function documentOf(blocks: readonly Block[], data: DocumentData = {}): Document {
  return finish(documentSteps(blocks, data));
}

export function* documentSteps(blocks: readonly Block[], data: DocumentData): Steps<Document> {
  const keys = new KeyAssigner();
  const nodes: Block[] = [];
  for (const block of blocks) nodes.push(yield* keys.assignKeys(block));
  return { object: "document", data, nodes };
}

class KeyAssigner {
  readonly #names = new UniqueNames();
  readonly #signatures = new Map<Block, string>();

  *assignKeys(block: Block): Steps<Block> {
    yield;
    return yield* this.#withKey(block, this.#names.makeUnique(this.#signatureOf(block)), false);
  }

  /** Sets the key of a node and its children. Keys of text, inline nodes and blocks in cells are derived from their position. */
  *#withKey<N extends Block | Inline>(node: N, key: string, isInCell: boolean): Steps<N> {
    const nodes: Node[] = [];
    for (const [i, child] of (node.nodes ?? []).entries()) {
      if (child.object === "text") nodes.push({ ...child, key: `${key}-${i}` });
      else if (child.object === "block" && !isInCell) nodes.push(yield* this.assignKeys(child));
      else nodes.push(yield* this.#withKey(child, `${key}-${i}`, isInCell));
    }
    const fragments: Fragment[] = [];
    for (const [i, fragment] of (node.fragments ?? []).entries())
      fragments.push(yield* this.#fragment(fragment, key, i));
    return { ...node, ...(node.nodes && { nodes }), ...(node.fragments && { fragments }), key };
  }

  /** Many cells of a table have the same text, so their keys are derived from their names. */
  *#fragment(fragment: Fragment, parent: string, index: number): Steps<Fragment> {
    yield;
    const isCell = fragment.type === "table-cell";
    const key = isCell ? digest(`${parent} ${fragment.fragment}`) : `${parent}-f${index}`;
    const nodes: Block[] = [];
    for (const [i, node] of fragment.nodes.entries())
      nodes.push(isCell ? yield* this.#withKey(node, `${key}-${i}`, true) : yield* this.assignKeys(node));
    return { ...fragment, nodes, key };
  }

  #signatureOf(block: Block): string {
    return this.#signatures.getOrInsertComputed(block, () =>
      digest(`${block.type} ${this.#identifyingText(block)}`),
    );
  }

  #identifyingText({ type, data, nodes = [], fragments = [] }: Block): string {
    if (type === "tabs-item" && typeof data.title === "string") return data.title;
    if (type === "table") return JSON.stringify([data.definition, Object.keys(data.records ?? {})[0]]);
    if (type === "expandable") return plainText(fragments[0]?.nodes ?? []);
    const [first] = nodes;
    if (first?.object === "block" && type !== "code") return this.#signatureOf(first);
    return nodes.length > 0 ? plainText(nodes) : JSON.stringify(data);
  }
}

export function keyText(nodes: readonly Node[], blockKey: string): Node[] {
  return nodes.map((node, i) => ({ ...node, key: `${blockKey}-${i}` }));
}
