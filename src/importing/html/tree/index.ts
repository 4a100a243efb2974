// The parsed HTML tree: reading, searching and rewriting it.
export { parseHtml } from "./parse.ts";
export { type Change, createCheckbox, createElement, removed, rewriteTree, unwrapped } from "./rewrite.ts";
export { measureText, type TextSizes } from "./text-sizes.ts";
export {
  ancestors,
  blockElements,
  childElements,
  classesOf,
  type Element,
  find,
  hasClass,
  hasClassMatching,
  innerText,
  isInside,
  type Node,
  nonTextElements,
  normalizeText,
  ownText,
  plain,
  walk,
} from "./tree.ts";
