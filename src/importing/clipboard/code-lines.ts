import { type Change, createElement, type Element, type Node } from "../html/tree/index.ts";
import { isMonospaced, styleOf } from "./styles.ts";

/** Code that an editor copies: an element with a monospaced font that keeps its white space. */
export function changeCode(element: Element): Change | undefined {
  if (element.name !== "div" && element.name !== "p") return undefined;
  const keepsSpace = /(?:^|;)white-space\s*:\s*(?:pre|break-spaces)/i.test(styleOf(element));
  if (!keepsSpace || !isMonospaced(element)) return undefined;
  const hasLines = element.children.some((child) => typeof child !== "string" && child.name === "div");
  // Among the elements of lines, a line break is an empty line.
  const children = element.children.map((child) =>
    hasLines && typeof child !== "string" && child.name === "br" ? createElement("div", {}, []) : child,
  );
  return { name: "pre", attributes: {}, children };
}

/** Joins adjacent paragraphs that are set in a monospaced font as a whole: Word and Google Docs have no blocks of code. */
export function joinCodeLines(element: Element): Change | undefined {
  const children: Node[] = [];
  let lines: Element[] = [];
  let joined = false;
  const flush = (): void => {
    if (lines.length > 1) {
      children.push(createElement("pre", {}, [lines.map(lineOf).join("\n")]));
      joined = true;
    } else children.push(...lines);
    lines = [];
  };
  for (const child of element.children) {
    if (typeof child !== "string" && isCodeLine(child)) lines.push(child);
    // White space between the paragraphs is not content.
    else if (lines.length === 0 || typeof child !== "string" || child.trim() !== "") {
      flush();
      children.push(child);
    }
  }
  flush();
  return joined ? { children } : undefined;
}

const maxElements = 500;

/** Whether all text of a paragraph is monospaced. */
function isCodeLine(element: Element): boolean {
  if (element.name !== "p" || element.children.length === 0) return false;
  let [hasText, elements] = [false, 0];
  const isCode = (node: Node, isInCode: boolean): boolean => {
    if (typeof node === "string") {
      if (node.trim() === "") return true;
      hasText = true;
      return isInCode;
    }
    if (++elements > maxElements || node.name === "img" || node.name === "a") return false;
    const inCode = isInCode || isMonospaced(node);
    return node.children.every((child) => isCode(child, inCode));
  };
  return isCode(element, false) && hasText;
}

function lineOf(element: Element): string {
  const texts = element.children.map((child): string => {
    if (typeof child !== "string") return child.name === "br" ? "\n" : lineOf(child);
    return child.replace(/[\r\n]+/g, " ").replaceAll("\u00a0", " ");
  });
  return texts.join("").trimEnd();
}
