export { parseHtml } from "./parse.ts";
export { type Change, createCheckbox, createElement, removed, rewriteTree, unwrapped } from "./rewrite.ts";
export { measureText, type TextSizes } from "./text-sizes.ts";
export {
  ancestors,
  blockNames,
  classesOf,
  type Element,
  elementsIn,
  find,
  hasClass,
  hasClassLike,
  isInside,
  type Node,
  plain,
  silent,
  tidy,
  walk,
  wordsOf,
} from "./tree.ts";
