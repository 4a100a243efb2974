import { type Node, plainText } from "../../content/document/index.ts";
import { nodesIn } from "../book/index.ts";
import { directionOf } from "./text.ts";
import { bool, type Code, call, type Named, name } from "./typst.ts";
import type { Writing } from "./writing.ts";

/** Up to so many characters stay on one page; a line of code or a row of a table counts for more. */
const mostTogether = 700;
const lineLength = 60;

/** All the words of a block, those of what stands in it, too. */
export function textIn(node: Node): string {
  return plainText([node]);
}

/** Keeps what is short on one page: a frame that is broken for two lines looks like a mistake. */
export function together(nodes: readonly Node[] = []): Named {
  let length = plainText(nodes).length;
  for (const { type } of nodesIn(nodes)) {
    if (type === "table" || type === "images" || type === "openapi-operation") return {};
    length += lineLength;
  }
  return length <= mostTogether ? { breakable: bool(false) } : {};
}

/** Read from its own side, where that is not the page's. */
export function directed(text: string, body: Code, { direction }: Writing): Code {
  const own = directionOf(text) ?? direction;
  return own === direction ? body : call("directed", [name(own), body]);
}
