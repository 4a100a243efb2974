interface DocumentNode {
  readonly type?: unknown;
  readonly styleName?: unknown;
  readonly styleId?: unknown;
  readonly value?: string;
  readonly noteType?: unknown;
  readonly noteId?: unknown;
  children?: DocumentNode[];
}

/** Drops repeated references to a note: mammoth copies the note for each, so a short document could become very long. */
export function dropRepeatedNotes<T extends DocumentNode>(document: T): T {
  const seen = new Set<string>();
  const isFirst = ({ type, noteType, noteId }: DocumentNode): boolean => {
    const sizeBefore = seen.size;
    return type !== "noteReference" || seen.add(`${String(noteType)} ${String(noteId)}`).size > sizeBefore;
  };
  const queue: DocumentNode[] = [document];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.children === undefined) continue;
    node.children = node.children.filter(isFirst);
    for (const child of node.children) queue.push(child);
  }
  return document;
}

/** Styles for elements that mammoth does not convert. They are set before the conversion, and the style map maps them to HTML. */
export const equationStyle = "LecternEquation";
export const ruleStyle = "LecternRule";

/** Output of the converter in place of HTML that is too long. */
export const noHtml = "\0";

/** A private-use character in place of an empty line, which mammoth would drop. */
export const emptyLine = "\ue0f2";

/** Puts a placeholder into the empty paragraphs of code. */
export function keepEmptyLines(document: DocumentNode, isCode: (style: string) => boolean): void {
  const queue: DocumentNode[] = [document];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const { type, styleName, styleId, children = [] } = node;
    const isLine = type === "paragraph" && [styleName, styleId].some((style) => isCode(String(style)));
    if (isLine && children.every((child) => child.children?.length === 0))
      node.children = [{ type: "text", value: emptyLine }];
    for (const child of children) queue.push(child);
  }
}
