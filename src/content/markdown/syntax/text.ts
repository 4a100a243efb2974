export function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}

/** Joins lines with single spaces. A regular expression would take quadratic time for long runs of white space. */
export function oneLine(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n");
  const last = lines.length - 1;
  return lines
    .map((line, i) => (i === 0 ? line.trimEnd() : i === last ? line.trimStart() : line.trim()))
    .filter((line, i) => line !== "" || i === 0 || i === last)
    .join(" ");
}

/** Like `trimEnd`, but only for the white space of Markdown. */
export function trimBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\n".includes(text[end - 1] ?? "x")) end--;
  return text.slice(0, end);
}

/** Searches a text ahead of a position that never decreases, so that each search takes linear time in total. */
export class LookAhead {
  readonly #source: string;
  /** Created with the first search: most texts are not searched. */
  #offsets: Map<string, number> | undefined;
  #matches: Map<string, Map<string, number[]>> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  indexOf(search: string, from: number): number {
    this.#offsets ??= new Map();
    const cached = this.#offsets.get(search);
    if (cached !== undefined && (cached < 0 || cached >= from)) return cached;
    const found = this.#source.indexOf(search, from);
    this.#offsets.set(search, found);
    return found;
  }

  /** The offset of the next match whose first group equals `group`; infinity if there is none. */
  next(pattern: RegExp, from: number, group = ""): number {
    this.#matches ??= new Map();
    const offsets = this.#matches
      .getOrInsertComputed(pattern.source, () => this.#matchesOf(pattern))
      .get(group);
    while (offsets !== undefined && (offsets.at(-1) ?? from) < from) offsets.pop();
    return offsets?.at(-1) ?? Number.POSITIVE_INFINITY;
  }

  has(pattern: RegExp, from: number, group?: string): boolean {
    return this.next(pattern, from, group) !== Number.POSITIVE_INFINITY;
  }

  #matchesOf(pattern: RegExp): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const { 1: group = "", index } of this.#source.matchAll(pattern))
      found.getOrInsertComputed(group, () => []).push(index);
    for (const offsets of found.values()) offsets.reverse();
    return found;
  }
}
