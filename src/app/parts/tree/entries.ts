import { foldText } from "../../data/matching.ts";

/** A visible row of a tree, as its keys and dragging need it. */
export interface TreeEntry {
  readonly id: string;
  readonly title: string;
  /** The id of the row that contains it, or an empty text at the top level. */
  readonly parent: string;
  /** Set if it can be opened and closed. */
  readonly isOpen?: boolean | undefined;
}

/** How many rows Page Up and Page Down skip. */
const pageSize = 10;

/** The row that a key leads to. */
export function targetOf(key: string, index: number, entries: readonly TreeEntry[]): string | undefined {
  const entry = entries[index];
  if (entry === undefined) return undefined;
  const { id, parent, isOpen } = entry;
  const idAt = (i: number) => entries[Math.max(0, Math.min(i, entries.length - 1))]?.id;
  if (key === "ArrowDown") return idAt(index + 1);
  if (key === "ArrowUp") return idAt(index - 1);
  if (key === "PageDown") return idAt(index + pageSize);
  if (key === "PageUp") return idAt(index - pageSize);
  if (key === "Home") return idAt(0);
  if (key === "End") return idAt(entries.length - 1);
  if (key === "ArrowLeft") return parent === "" ? id : parent;
  if (key === "ArrowRight") return isOpen && entries[index + 1]?.parent === id ? idAt(index + 1) : id;
  if (key.length !== 1) return undefined;
  const letter = foldText(key);
  const order = [...entries.slice(index + 1), ...entries.slice(0, index + 1)];
  return order.find((other) => foldText(other.title).startsWith(letter))?.id;
}
