import type { Element, Node } from "./tree.ts";

export type Change =
  /** The nodes that replace it. They are rewritten in turn. */
  | { readonly nodes: readonly Node[] }
  /** What is different about it. Its children are rewritten in turn. */
  | {
      readonly name?: string;
      readonly attributes?: Readonly<Record<string, string>>;
      readonly children?: readonly Node[];
    };

export const removed: Change = { nodes: [] };

export function unwrapped({ children }: Element): Change {
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

/** Copies a tree. `change` is called once for each element, outer ones first; undefined keeps it. The depth of trees is limited. */
export function rewriteTree(root: Element, change: (element: Element) => Change | undefined): Element {
  return copyOf(root, root.parent, change);
}

function copyOf(
  { name, attributes, children }: Element,
  parent: Element | undefined,
  change: (element: Element) => Change | undefined,
): Element {
  const copied: Node[] = [];
  const copy: Element = { name, attributes, children: copied, parent };
  const add = (node: Node): void => {
    const made = typeof node === "string" ? undefined : change(node);
    if (typeof node === "string") copied.push(node);
    else if (made !== undefined && "nodes" in made) made.nodes.forEach(add);
    else {
      const own = made?.attributes === undefined ? node.attributes : new Map(Object.entries(made.attributes));
      copied.push(copyOf({ ...node, ...made, attributes: own }, copy, change));
    }
  };
  children.forEach(add);
  return copy;
}
