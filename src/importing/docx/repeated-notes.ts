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
