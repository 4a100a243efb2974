import type { Block, Data, Document, Fragment, Json, Node } from "./model.ts";

/** What an address becomes that may do something when it is opened. */
const nowhere = "about:blank";

/** The document with addresses only that are safe to be opened, for whoever draws it. */
export function withSafeAddresses(document: Document): Document {
  return { ...document, nodes: document.nodes.map((block) => safeNode(block) as Block) };
}

function safeNode(node: Node): Node {
  if (node.object === "text") return node;
  const { data, nodes, fragments } = node;
  return {
    ...node,
    data: safeValue(data as Json) as Data,
    ...(nodes && { nodes: nodes.map(safeNode) }),
    ...(fragments && { fragments: fragments.map(safeFragment) }),
  };
}

function safeFragment(fragment: Fragment): Fragment {
  return { ...fragment, nodes: fragment.nodes.map((block) => safeNode(block) as Block) };
}

function safeValue(value: Json, name = ""): Json {
  if (typeof value === "string") return addressFields.has(name) && !isSafe(value) ? nowhere : value;
  if (typeof value !== "object" || value === null) return value;
  // The files in a cell are a list of addresses.
  if (Array.isArray(value)) return value.map((each: Json) => safeValue(each, "url"));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, safeValue(inner, key)]));
}

/** In which fields of a node's data addresses are; what is not of the space is named by its address. */
const addressFields: ReadonlySet<string> = new Set(["url", "href", "src", "file", "spec", "reusableContent"]);

/** As a browser reads it: spaces and signs that cannot be seen do not count. */
function isSafe(address: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{C}\s]/gu, "")) ?? [];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
}
