import { type Content, findReusableContent, type StoredDocument } from "../content/index.ts";
import { findDestinations, frontMatterLength } from "../content/markdown/index.ts";
import { splitAddress } from "../importing/source/index.ts";
import { type ExportPaths, relativeAddress } from "./export-paths.ts";

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** Rewrites the links of a document as relative paths. */
export async function writeTreeLinks(
  content: Content,
  { text, links }: StoredDocument,
  from: string,
  paths: ExportPaths,
): Promise<string> {
  const body = frontMatterLength(text);
  const edits = links.flatMap((link): Edit[] => {
    const to = "page" in link ? paths.pages.get(link.page) : paths.files.get(link.file);
    const written = text.slice(link.at, link.at + link.length);
    if (to === undefined) return [];
    const address = relativeAddress(from, to) + splitAddress(written).suffix;
    return [{ at: link.at, length: link.length, text: address }];
  });
  edits.push(...(await includeEdits(content, text, body, from, paths)));
  return applyEdits(text, edits);
}

async function includeEdits(
  content: Content,
  text: string,
  body: number,
  from: string,
  paths: ExportPaths,
): Promise<Edit[]> {
  if (!/\{% *include/.test(text)) return [];
  const edits: Edit[] = [];
  for (const { at, text: written } of findDestinations(text.slice(body))) {
    const [, id = written] = /^\/reusable-contents\/([^/]+)$/.exec(written) ?? [];
    if (id === written && !/(?:^|\/)includes\/[^/]+\.md$/.test(written)) continue;
    const to = paths.reusableContents.get((await findReusableContent(content, id))?.key ?? "");
    if (to !== undefined)
      edits.push({ at: body + at, length: written.length, text: relativeAddress(from, to) });
  }
  return edits;
}

/** Of overlapping edits, the first is applied. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const edit of edits.toSorted((a, b) => a.at - b.at)) {
    if (edit.at < done) continue;
    parts.push(text.slice(done, edit.at), edit.text);
    done = edit.at + edit.length;
  }
  return parts.join("") + text.slice(done);
}
