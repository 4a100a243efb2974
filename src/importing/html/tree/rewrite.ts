import type { Element, Node } from "./tree.ts";

/** What a rewrite makes of an element. */
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

/** Replaces an element by its children. */
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

/**
 * Copies a tree with some of its elements changed. `change` is called once for each element below the root, for outer
 * elements first; it returns undefined for an element that stays as it is. The depth of a parsed tree is limited, so the
 * recursion is too.
 */
export function rewriteTree(root: Element, change: (element: Element) => Change | undefined): Element {
  return copyOf(root, root.parent, root.attributes, root.children, change);
}

function copyOf(
  { name }: Pick<Element, "name">,
  parent: Element | undefined,
  attributes: Element["attributes"],
  children: readonly Node[],
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
      copied.push(
        copyOf({ name: made?.name ?? node.name }, copy, own, made?.children ?? node.children, change),
      );
    }
  };
  children.forEach(add);
  return copy;
}
