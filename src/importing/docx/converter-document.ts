/** A part of a document, as the converter has it. */
export interface DocumentNode {
  readonly type?: unknown;
  readonly styleName?: unknown;
  readonly styleId?: unknown;
  readonly value?: string;
  readonly noteType?: unknown;
  readonly noteId?: unknown;
  children?: DocumentNode[];
}

/**
 * Leaves out what refers to a note for the second time: each reference would get the whole note once more, so that a short
 * document could become one without end.
 */
export function dropRepeatedNotes<T extends DocumentNode>(document: T): T {
  const seen = new Set<string>();
  const isFirst = ({ type, noteType, noteId }: DocumentNode): boolean => {
    const key = `${String(noteType)} ${String(noteId)}`;
    if (type !== "noteReference") return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const waiting: DocumentNode[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.children === undefined) continue;
    node.children = node.children.filter(isFirst);
    for (const child of node.children) waiting.push(child);
  }
  return document;
}

/** Styles that only the converter knows: what is written in them stands for what it would leave out. */
export const equationStyle = "LecternEquation";
export const ruleStyle = "LecternRule";

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
