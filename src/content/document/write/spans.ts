import {
  type Inline,
  isFootnoteNumber,
  type Leaf,
  type Mark,
  mergeTexts,
  type Node,
  plainMarks,
} from "../model/index.ts";

export type Span =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "node"; readonly node: Inline }
  | { readonly kind: "mark"; readonly mark: Mark; readonly spans: readonly Span[] };

interface MarkedSpan {
  readonly span: Extract<Span, { kind: "text" | "node" }>;
  readonly marks: readonly Mark[] | undefined;
}

/** Of two marks with the same end, the one that is listed first is the outer one. */
const nestingOrder = ["color", ...plainMarks];

/** The nodes of a paragraph as nested spans. Each mark spans as many nodes as possible. */
export function spansOf(nodes: readonly Node[]): Span[] {
  return nest(mergeTexts(nodes).flatMap(markedSpans));
}

function markedSpans(node: Node): MarkedSpan[] {
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

function nest(marked: readonly MarkedSpan[]): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < marked.length; ) {
    const outer = findOutermostMark(marked, at);
    if (outer === undefined) {
      const single = marked[at++];
      if (single !== undefined) spans.push(single.span);
      continue;
    }
    const inside = marked.slice(at, outer.end).map((span) => removeMark(span, outer.mark));
    spans.push({ kind: "mark", mark: outer.mark, spans: nest(inside) });
    at = outer.end;
  }
  return spans;
}

function findOutermostMark(
  marked: readonly MarkedSpan[],
  at: number,
): { mark: Mark; end: number } | undefined {
  const marks = marked[at]?.marks ?? [];
  const others = marks.filter(({ type }) => type !== "code");
  return (others.length > 0 ? others : marks)
    .map((mark) => ({ mark, end: endOf(marked, at, mark) }))
    .toSorted(
      (a, b) => b.end - a.end || nestingOrder.indexOf(a.mark.type) - nestingOrder.indexOf(b.mark.type),
    )[0];
}

/** The index after the last span with a mark. Nodes that cannot have marks are included only between marked spans. */
function endOf(marked: readonly MarkedSpan[], at: number, mark: Mark): number {
  let end = at + 1;
  for (let i = at + 1; i < marked.length; i++) {
    const { span, marks } = marked[i] ?? {};
    if (mark.type === "code" && (span?.kind === "node" || marks?.length !== 1)) break;
    if (marks === undefined) continue;
    if (!hasMark(marks, mark)) break;
    end = i + 1;
  }
  return end;
}

function removeMark({ span, marks }: MarkedSpan, mark: Mark): MarkedSpan {
  const others = (from: readonly Mark[]) => from.filter((other) => !isSame(other, mark));
  const remaining = marks && others(marks);
  if (span.kind === "text" || span.node.nodes === undefined) return { span, marks: remaining };
  const nodes = span.node.nodes.map((node) => {
    if (node.object !== "text") return node;
    return { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, marks: others(leaf.marks) })) };
  });
  return { span: { kind: "node", node: { ...span.node, nodes } }, marks: remaining };
}

function hasMark(marks: readonly Mark[], mark: Mark): boolean {
  return marks.some((other) => isSame(other, mark));
}

function isSame(a: Mark, b: Mark): boolean {
  if (a.type !== "color" || b.type !== "color") return a.type === b.type;
  return a.data.text === b.data.text && a.data.background === b.data.background;
}
