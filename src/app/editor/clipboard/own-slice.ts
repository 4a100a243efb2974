import { Fragment, type Node, Slice } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import type { Data } from "../model/document.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";

/** What is copied in the editor, with everything that other programs would lose. */
const mimeType = "application/x-lectern-slice+json";

export function writeOwnSlice(view: EditorView, slice: Slice, to: DataTransfer): void {
  const { space } = contextOf(view.state).content;
  to.setData(mimeType, JSON.stringify({ space, slice: slice.toJSON() }));
}

/** What was copied in an editor of this or another page. Undefined if it is something else, or of another version. */
export function readOwnSlice(view: EditorView, from: DataTransfer): Slice | undefined {
  const text = from.getData(mimeType);
  if (text === "") return undefined;
  try {
    const { space, slice } = JSON.parse(text);
    const read = Slice.fromJSON(schema, slice);
    const isHere = space === contextOf(view.state).content.space;
    const content = mapNodes(read.content, (data) => (isHere ? data : (withSpace(data, space) as Data)));
    return new Slice(content, read.openStart, read.openEnd);
  } catch {
    return undefined;
  }
}

/** Copies are other blocks, so that they have no keys. */
function mapNodes(content: Fragment, change: (data: Data) => Data): Fragment {
  return Fragment.from(content.content.map((node) => mapNode(node, change)));
}

function mapNode(node: Node, change: (data: Data) => Data): Node {
  if (node.isText)
    return node.mark(
      node.marks.map((mark) =>
        mark.attrs.data ? mark.type.create({ ...mark.attrs, data: change(mark.attrs.data) }) : mark,
      ),
    );
  const { key, data, meta } = node.attrs;
  const attributes = {
    ...node.attrs,
    ...(key !== undefined && { key: null }),
    ...(meta !== undefined && { meta: null }),
    ...(data && { data: change(data) }),
  };
  return node.type.create(attributes, mapNodes(node.content, change), node.marks);
}

const ofSpace = ["file", "page", "anchor", "reusable-content"];

/** References of another space name it. */
function withSpace(value: unknown, space: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withSpace(item, space));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withSpace(inner, space)]),
  );
  const { kind, space: own, page } = fields;
  const isLocal = kind === "anchor" && page === undefined;
  return typeof kind === "string" && ofSpace.includes(kind) && own === undefined && !isLocal
    ? { ...fields, space }
    : fields;
}
