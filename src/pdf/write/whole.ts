import { type Node, plainText } from "../../content/document/index.ts";
import { nodesIn } from "../book/index.ts";
import { directionOf } from "./text.ts";
import { bool, type Code, call, type Named, name } from "./typst.ts";
import type { Writing } from "./writing.ts";

/** The limit in characters for keeping a block on one page. Lines of code and table rows count more. */
const mostTogether = 700;
const lineLength = 60;

/** The text length of a block with its descendants. */
export function textIn(node: Node): string {
  return plainText([node]);
}

/** Keeps a short block on one page. */
export function together(nodes: readonly Node[] = []): Named {
  let length = plainText(nodes).length;
  for (const { type } of nodesIn(nodes)) {
    if (type === "table" || type === "images" || type === "openapi-operation") return {};
    length += lineLength;
  }
  return length <= mostTogether ? { breakable: bool(false) } : {};
}

/** Sets the text direction where it differs from the page's. */
export function directed(text: string, body: Code, { direction }: Writing): Code {
  const own = directionOf(text) ?? direction;
  return own === direction ? body : call("directed", [name(own), body]);
}
