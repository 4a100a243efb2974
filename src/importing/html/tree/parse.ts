import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";
import { countText } from "../../../platform/index.ts";
import { ImportError } from "../../source/index.ts";
import { type Element, type Node, nonTextElements } from "./tree.ts";

type ParsedNode = DefaultTreeAdapterTypes.ChildNode;

/** Elements below this depth become text, so that code that reads the tree may be recursive. */
const maxDepth = 200;

/** Limits the elements of a page. Unclosed formatting elements are opened again in every paragraph, so a short page can have very many. */
const maxElements = 200_000;

const noAttributes: ReadonlyMap<string, string> = new Map();

/** Parses HTML as a browser does. Throws an ImportError for a page with too many elements. */
export function parseHtml(html: string): Element {
  let count = 0;
  const document = parse(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...element) {
        if (++count > maxElements)
          throw new ImportError(`The page has more than ${countText(maxElements)} elements`);
        return defaultTreeAdapter.createElement(...element);
      },
    },
  });
  return treeOf(document.childNodes);
}

interface OpenElement {
  readonly element: Element & { readonly children: Node[] };
  readonly parsed: readonly ParsedNode[];
  next: number;
}

/** Converts the tree of parse5. Comments, SVG and `<noscript>` are dropped. */
function treeOf(parsed: readonly ParsedNode[]): Element {
  const root = { name: "#document", attributes: noAttributes, children: [], parent: undefined };
  const stack: OpenElement[] = [{ element: root, parsed, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { element } = top;
    const child = top.parsed[top.next++];
    if (child === undefined) stack.pop();
    else if ("value" in child) element.children.push(child.value);
    else if ("tagName" in child && child.tagName !== "svg" && child.tagName !== "noscript") {
      const attributes =
        child.attrs.length === 0
          ? noAttributes
          : new Map(child.attrs.map(({ name, value }) => [name, value]));
      const inner = { name: child.tagName, attributes, children: [], parent: element };
      element.children.push(inner);
      const isTooDeep = stack.length >= maxDepth;
      stack.push({ element: inner, parsed: isTooDeep ? textNodesOf(child) : child.childNodes, next: 0 });
    }
  }
  return root;
}

function textNodesOf(root: DefaultTreeAdapterTypes.Element): ParsedNode[] {
  const pending: ParsedNode[] = root.childNodes.toReversed();
  const texts: ParsedNode[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ("value" in next) texts.push(next);
    else if ("tagName" in next && !nonTextElements.has(next.tagName))
      for (const child of next.childNodes.toReversed()) pending.push(child);
  }
  return texts;
}
