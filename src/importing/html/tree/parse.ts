import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";
import { ImportError } from "../../source/index.ts";
import { type Element, type Node, nonTextElements } from "./tree.ts";

type Parsed = DefaultTreeAdapterTypes.ChildNode;

/** Elements below this depth become text, so that code that reads the tree may be recursive. */
const maxDepth = 200;

/** Formatting elements that are never closed are opened again in every paragraph, so a short page can have very many elements. */
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
          throw new ImportError(`The page has more than ${maxElements.toLocaleString("en")} elements`);
        return defaultTreeAdapter.createElement(...element);
      },
    },
  });
  return treeOf(document.childNodes);
}

interface Open {
  readonly element: Element & { readonly children: Node[] };
  readonly parsed: readonly Parsed[];
  next: number;
}

/** Converts the tree of parse5. Comments, SVG and `<noscript>` are dropped. */
function treeOf(parsed: readonly Parsed[]): Element {
  const root = { name: "#document", attributes: noAttributes, children: [], parent: undefined };
  const open: Open[] = [{ element: root, parsed, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { element } = top;
    const child = top.parsed[top.next++];
    if (child === undefined) open.pop();
    else if ("value" in child) element.children.push(child.value);
    else if ("tagName" in child && child.tagName !== "svg" && child.tagName !== "noscript") {
      const attributes =
        child.attrs.length === 0
          ? noAttributes
          : new Map(child.attrs.map(({ name, value }) => [name, value]));
      const inner = { name: child.tagName, attributes, children: [], parent: element };
      element.children.push(inner);
      const isTooDeep = open.length >= maxDepth;
      open.push({ element: inner, parsed: isTooDeep ? textsIn(child) : child.childNodes, next: 0 });
    }
  }
  return root;
}

function textsIn(root: DefaultTreeAdapterTypes.Element): Parsed[] {
  const ahead: Parsed[] = root.childNodes.toReversed();
  const found: Parsed[] = [];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if ("value" in next) found.push(next);
    else if ("tagName" in next && !nonTextElements.has(next.tagName))
      for (const child of next.childNodes.toReversed()) ahead.push(child);
  }
  return found;
}
