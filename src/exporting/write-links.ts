import { type Content, findReusableContent, type StoredDocument } from "../content/index.ts";
import { findDestinations, frontMatterLength } from "../content/markdown/index.ts";
import { splitAddress } from "../importing/source/index.ts";
import { type Places, relativeAddress } from "./export-paths.ts";

/** Another text for a part of a document. */
interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** The text of a document with links that work in a tree of files, seen from one of them. */
export async function writeTreeLinks(
  content: Content,
  { text, links }: StoredDocument,
  from: string,
  places: Places,
): Promise<string> {
  const body = frontMatterLength(text);
  const edits = links.flatMap((link): Edit[] => {
    const to = "page" in link ? places.pages.get(link.page) : places.files.get(link.file);
    const written = text.slice(link.at, link.at + link.length);
    if (to === undefined) return [];
    const address = relativeAddress(from, to) + splitAddress(written).suffix;
    return [{ at: link.at, length: link.length, text: address }];
  });
  edits.push(...(await includesIn(content, text, body, from, places)));
  return apply(text, edits);
}

async function includesIn(
  content: Content,
  text: string,
  body: number,
  from: string,
  places: Places,
): Promise<Edit[]> {
  if (!/\{% *include/.test(text)) return [];
  const edits: Edit[] = [];
  for (const { at, text: written } of findDestinations(text.slice(body))) {
    const [, id = written] = /^\/reusable-contents\/([^/]+)$/.exec(written) ?? [];
    if (id === written && !/(?:^|\/)includes\/[^/]+\.md$/.test(written)) continue;
    const to = places.reusableContents.get((await findReusableContent(content, id))?.key ?? "");
    if (to !== undefined)
      edits.push({ at: body + at, length: written.length, text: relativeAddress(from, to) });
  }
  return edits;
}

/** The text with these changes; of two in one place, the first counts. */
function apply(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const edit of edits.toSorted((a, b) => a.at - b.at)) {
    if (edit.at < done) continue;
    parts.push(text.slice(done, edit.at), edit.text);
    done = edit.at + edit.length;
  }
  return parts.join("") + text.slice(done);
}
