import { type Content, countRecords, getRecord, getRecords, readRecords } from "../../content/index.ts";
import { notFound } from "../../platform/index.ts";
import { readShownReferences, type ShownReferences } from "../../publishing/index.ts";
import { type Call, cursorScope, decodeCursor, encodeCursor } from "../http/index.ts";
import { type OnContent, openLinkedContent, openSpaceContent } from "./access.ts";
import { ContentPresenter, presentFile } from "./present.ts";

export type ContentCall = Call & OnContent;

export function contentOf({ context, space, revision }: ContentCall): Content {
  return openSpaceContent(context, space, revision.root);
}

/** The content with the links of its documents, which determine what visitors see. */
export function linkedContentOf({ context, space, revision }: ContentCall) {
  return openLinkedContent(context, space, revision.root);
}

/** What the pages that a visitor sees refer to; undefined for a member, who sees everything. */
export async function shownReferences(call: ContentCall): Promise<ShownReferences | undefined> {
  return call.claims && readShownReferences(linkedContentOf(call), call.claims);
}

export async function readFile(call: ContentCall, id: string) {
  const record = await getRecord(contentOf(call), "files", id);
  const shown = await shownReferences(call);
  if (record === undefined || shown?.files.has(id) === false) throw notFound("File");
  return presentFile(id, record, call.context, call.space.id);
}

interface FileRange {
  readonly after?: string | undefined;
  readonly limit?: number;
}

/** Reads the files of a content that the caller sees, sorted by id. */
export async function readFiles(content: Content, shown: ShownReferences | undefined, range: FileRange = {}) {
  const { after, limit } = range;
  if (shown === undefined)
    // The smallest key after a key is that key followed by a null character.
    return readRecords(content, "files", { from: after === undefined ? "" : `${after}\0`, limit });
  const ids = [...shown.files].filter((id) => after === undefined || id > after).slice(0, limit);
  const records = await getRecords(content, "files", ids);
  return ids.flatMap((key) => {
    const value = records.get(key);
    return value === undefined ? [] : [{ key, value }];
  });
}

export async function listFiles(call: ContentCall & Call<unknown, { page?: string; limit: number }>) {
  const { context, space, query } = call;
  const content = contentOf(call);
  const scope = cursorScope(call, "asc", ["file"]);
  const [after] = query.page === undefined ? [] : decodeCursor(context.secrets.cursors, scope, query.page);
  const shown = await shownReferences(call);
  const files = await readFiles(content, shown, { after, limit: query.limit + 1 });
  const items = files.slice(0, query.limit);
  const last = items.at(-1);
  return {
    ...(files.length > items.length &&
      last && { next: { page: encodeCursor(context.secrets.cursors, scope, [last.key]) } }),
    count: shown?.files.size ?? (await countRecords(content, "files")),
    items: items.map(({ key, value }) => presentFile(key, value, context, space.id)),
  };
}

/** Lists reusable contents, sorted by id. */
export async function listReusableContents(
  call: ContentCall & Call<unknown, { page?: string; limit: number }>,
) {
  const { context, space, query } = call;
  const content = contentOf(call);
  const scope = cursorScope(call, "asc", ["reusable-content"]);
  const { cursors } = context.secrets;
  const [after] = query.page === undefined ? [] : decodeCursor(cursors, scope, query.page);
  const found = await readRecords(content, "reusableContents", {
    from: after === undefined ? "" : `${after}\0`,
    limit: query.limit + 1,
  });
  const items = found.slice(0, query.limit);
  const last = items.at(-1);
  const presenter = new ContentPresenter(context, space.id);
  return {
    ...(found.length > items.length && last && { next: { page: encodeCursor(cursors, scope, [last.key]) } }),
    count: await countRecords(content, "reusableContents"),
    items: items.map(({ key, value }) => presenter.presentReusableContent(key, value)),
  };
}
