import { type Draft, readDocumentMarkdown, writeDocument } from "../../content/index.ts";
import { mergeDocuments } from "../../content/merge/index.ts";

/** A change of a generated text. */
interface GeneratedChange {
  readonly before: string;
  readonly after: string;
  /** The text that marks a page whose tag or operation is gone. */
  readonly goneMarkdown?: string | undefined;
}

/**
 * Merges a change of a generated text with what writers have changed in the page. If both have changed the same, the text of the
 * writers stays, and only blocks of the spec are removed and added in it. Returns the hash of the document.
 */
export async function mergeGenerated(
  draft: Draft,
  id: string,
  current: string | undefined,
  change: GeneratedChange,
): Promise<string | undefined> {
  const write = (markdown: string) => writeDocument(draft, id, markdown, {});
  const sides = { base: await write(change.before), ours: await write(change.after), theirs: current };
  const merged = await mergeDocuments(draft.nodes, sides);
  if (merged.conflicts.length === 0) return merged.document;
  return write(changeBlocks(await readDocumentMarkdown(draft, id, current), change));
}

/** Removes the blocks of a text that are gone, and adds each new one after the block before it. */
function changeBlocks(text: string, { before, after, goneMarkdown = "" }: GeneratedChange): string {
  const [old, now] = [blocksIn(before), blocksIn(after)];
  const [was, is] = [before, after].map(
    (markdown) => goneMarkdown !== "" && markdown.startsWith(goneMarkdown),
  );
  const lines = (was && !is ? text.replace(goneMarkdown, "") : text).split("\n");
  const gone = new Set(old).difference(new Set(now));
  const kept = lines.filter((line, i) => !gone.has(line) && !(line === "" && gone.has(lines[i - 1] ?? "")));
  const present = new Set(kept);
  const known = new Set(old);
  for (const [i, block] of now.entries()) {
    if (present.has(block) || known.has(block)) continue;
    const previous = kept.lastIndexOf(now[i - 1] ?? "");
    const isLast = i === 0 || previous === -1;
    while (isLast && kept.at(-1) === "") kept.pop();
    kept.splice(isLast ? kept.length : previous + 1, 0, "", block, ...(isLast ? [""] : []));
    present.add(block);
  }
  return (is && !was ? `${goneMarkdown}\n` : "") + kept.join("\n");
}

const blockStart = /^\{% openapi-(?:operation|schemas) /;

function blocksIn(markdown: string): string[] {
  return markdown.split("\n").filter((line) => blockStart.test(line));
}

/** The part of a generated text before its first block of the spec. */
export function descriptionIn(markdown: string): string {
  const lines = markdown.split("\n");
  const end = lines.findIndex((line) => blockStart.test(line));
  const text = lines
    .slice(0, end === -1 ? lines.length : end)
    .join("\n")
    .trimEnd();
  return text === "" ? "" : `${text}\n`;
}
