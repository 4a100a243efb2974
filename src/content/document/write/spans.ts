import {
  type Inline,
  isFootnoteNumber,
  type Leaf,
  type Mark,
  mergeTexts,
  type Node,
  plainMarks,
} from "../model/index.ts";

/** Text and inline nodes, with marks as what is around them. */
export type Span =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "node"; readonly node: Inline }
  | { readonly kind: "mark"; readonly mark: Mark; readonly spans: readonly Span[] };

/** A piece of text or a node, with the marks that are still to be put around it. */
interface Piece {
  readonly span: Extract<Span, { kind: "text" | "node" }>;
  /** Undefined where marks make no difference. */
  readonly marks: readonly Mark[] | undefined;
}

/** Of two marks around the same text, the one that comes first here is the outer one. */
const order = ["color", ...plainMarks];

/** The nodes of a paragraph as spans: a mark goes as far as it can. */
export function spansOf(nodes: readonly Node[]): Span[] {
  return nest(mergeTexts(nodes).flatMap(piecesOf));
}

function piecesOf(node: Node): Piece[] {
  if (node.object === "text")
    return node.leaves
      .filter((leaf) => leaf.text !== "")
      .map((leaf) => ({ span: { kind: "text", text: leaf.text }, marks: leaf.marks }));
  if (node.object !== "inline") return [];
  const inside = isFootnoteNumber(node) ? [] : (node.nodes ?? []);
  const leaves = inside.flatMap((inner) => (inner.object === "text" ? inner.leaves : []));
  const marks = leaves.length === 0 ? undefined : commonMarks(leaves);
  return [{ span: { kind: "node", node }, marks }];
}

function commonMarks([first, ...others]: readonly Leaf[]): readonly Mark[] {
  const marks = (first?.marks ?? []).filter(({ type }) => type !== "code");
  return marks.filter((mark) => others.every((leaf) => hasMark(leaf.marks, mark)));
}

function nest(pieces: readonly Piece[]): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < pieces.length; ) {
    const outer = outermost(pieces, at);
    const piece = pieces[at];
    if (outer === undefined || piece === undefined) {
      if (piece !== undefined) spans.push(piece.span);
      at++;
      continue;
    }
    const inside = pieces.slice(at, outer.end).map((each) => without(each, outer.mark));
    spans.push({ kind: "mark", mark: outer.mark, spans: nest(inside) });
    at = outer.end;
  }
  return spans;
}

/** The mark that goes furthest from here. Nothing but text can be inside of code, so that comes last. */
function outermost(pieces: readonly Piece[], at: number): { mark: Mark; end: number } | undefined {
  const marks = pieces[at]?.marks ?? [];
  const others = marks.filter(({ type }) => type !== "code");
  return (others.length > 0 ? others : marks)
    .map((mark) => ({ mark, end: endOf(pieces, at, mark) }))
    .toSorted((a, b) => b.end - a.end || order.indexOf(a.mark.type) - order.indexOf(b.mark.type))[0];
}

/** Where a mark ends that begins here. Nodes on which it makes no difference are inside only if it goes on behind them. */
function endOf(pieces: readonly Piece[], at: number, mark: Mark): number {
  let end = at + 1;
  for (let i = at + 1; i < pieces.length; i++) {
    const { span, marks } = pieces[i] ?? {};
    if (mark.type === "code" && (span?.kind === "node" || marks?.length !== 1)) break;
    if (marks === undefined) continue;
    if (!hasMark(marks, mark)) break;
    end = i + 1;
  }
  return end;
}

function without({ span, marks }: Piece, mark: Mark): Piece {
  const left = marks?.filter((each) => !isSame(each, mark));
  if (span.kind === "text" || span.node.nodes === undefined) return { span, marks: left };
  const nodes = span.node.nodes.map((node) =>
    node.object === "text"
      ? {
          ...node,
          leaves: node.leaves.map((leaf) => ({
            ...leaf,
            marks: leaf.marks.filter((each) => !isSame(each, mark)),
          })),
        }
      : node,
  );
  return { span: { kind: "node", node: { ...span.node, nodes } }, marks: left };
}

function hasMark(marks: readonly Mark[], mark: Mark): boolean {
  return marks.some((each) => isSame(each, mark));
}

function isSame(a: Mark, b: Mark): boolean {
  if (a.type !== b.type) return false;
  if (a.type !== "color" || b.type !== "color") return true;
  return a.data.text === b.data.text && a.data.background === b.data.background;
}
