import type { DocumentNode } from "./repeated-notes.ts";

/** Stands for the text of a line without any, which would be left out. Nobody writes it. */
export const emptyLine = "\ue0f2";

/** Keeps the empty lines among paragraphs of these styles. */
export function keepEmptyLines(document: DocumentNode, isCode: (style: string) => boolean): void {
  const waiting: DocumentNode[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, styleName, styleId, children = [] } = node;
    const isLine = type === "paragraph" && [styleName, styleId].some((each) => isCode(String(each)));
    if (isLine && children.every((child) => child.children?.length === 0))
      node.children = [{ type: "text", value: emptyLine }];
    for (const child of children) waiting.push(child);
  }
}
