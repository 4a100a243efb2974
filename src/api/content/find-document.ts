import type { Document } from "../../content/document/index.ts";
import {
  type Content,
  findBlocks,
  type PageRecord,
  type ReusableContentRecord,
} from "../../content/index.ts";
import { readEntries } from "../../content/map/index.ts";
import type { Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import { openContentOf } from "./access.ts";

/**
 * A document of a space by its id. Copies of a space share what is kept, so that of a space with copies only what is in
 * its primary content now is found: all else might be of a space that the caller cannot see.
 */
export async function findSpaceDocument(
  context: Context,
  space: SpaceRow,
  documentId: string,
): Promise<Document | undefined> {
  const content = openContentOf(context, space, space.root);
  const document = await findBlocks(content.nodes, documentId);
  if (document === undefined || !(await hasCopies(context, space))) return document;
  return (await holds(content, documentId)) ? document : undefined;
}

async function hasCopies({ database }: Context, { id, repository_id }: SpaceRow): Promise<boolean> {
  const other = await database.read
    .selectFrom("spaces")
    .where("repository_id", "=", repository_id)
    .where("id", "!=", id)
    .select("id")
    .executeTakeFirst();
  return other !== undefined;
}

async function holds({ nodes, roots }: Content, hash: string): Promise<boolean> {
  const isIt = ({ value }: { value: { readonly document?: string } }) => value.document === hash;
  const reusable = await readEntries<ReusableContentRecord>(nodes, roots.reusableContents);
  return reusable.some(isIt) || (await readEntries<PageRecord>(nodes, roots.pages)).some(isIt);
}
