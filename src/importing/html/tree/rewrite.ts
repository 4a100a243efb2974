import type { Element, Node } from "./tree.ts";

export type Change =
  /** The nodes that replace the element. They are rewritten in turn. */
  | { readonly nodes: readonly Node[] }
  /** The new values of the element. Its children are rewritten in turn. */
  | {
      readonly name?: string;
      readonly attributes?: Readonly<Record<string, string>>;
      readonly children?: readonly Node[];
    };

export const removed: Change = { nodes: [] };

export function unwrap({ children }: Element): Change {
  return { nodes: children };
}

export function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[],
): Element {
  return { name, attributes: new Map(Object.entries(attributes)), children, parent: undefined };
}

export function createCheckbox(isChecked: boolean): Element {
  return createElement("input", { type: "checkbox", ...(isChecked && { checked: "" }) }, []);
}

/** Copies a tree. `change` is called once for each element, outer ones first; undefined keeps it. Recursion is safe: the depth is limited. */
export function rewriteTree(root: Element, change: (element: Element) => Change | undefined): Element {
  return copyElement(root, root.parent, change);
}

function copyElement(
  { name, attributes, children }: Element,
  parent: Element | undefined,
  change: (element: Element) => Change | undefined,
): Element {
  const copied: Node[] = [];
  const copy: Element = { name, attributes, children: copied, parent };
  const add = (node: Node): void => {
    const edit = typeof node === "string" ? undefined : change(node);
    if (typeof node === "string") copied.push(node);
    else if (edit !== undefined && "nodes" in edit) edit.nodes.forEach(add);
    else {
      const map = edit?.attributes === undefined ? node.attributes : new Map(Object.entries(edit.attributes));
      copied.push(copyElement({ ...node, ...edit, attributes: map }, copy, change));
    }
  };
  children.forEach(add);
  return copy;
}
