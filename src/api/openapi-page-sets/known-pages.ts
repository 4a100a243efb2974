import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { SyncedPage } from "../../importing/openapi-pages/index.ts";
import { concurrentlyChanged } from "../../platform/index.ts";
import type { OpenAPIPageSetTable, Writer } from "../../storage/database/index.ts";
import type { ChangeRequestRow } from "../change-requests/index.ts";

/** The generated pages of the primary content, and those of a change request that is not merged. */
export interface KnownPages {
  readonly pages: Uint8Array | null;
  readonly versionId: string | null;
  readonly proposal?: { readonly changeRequest: ChangeRequestRow; readonly pages: Uint8Array | null };
}

/** The generated pages of a set as they are stored. */
export async function packPages(pages: readonly SyncedPage[]): Promise<Uint8Array> {
  return promisify(gzip)(JSON.stringify(pages));
}

export async function unpackPages(bytes: Uint8Array | null): Promise<readonly SyncedPage[]> {
  return bytes === null ? [] : JSON.parse((await promisify(gunzip)(bytes)).toString());
}

/** What a job did: the pages it generated, from which version, and where. */
interface SyncResult {
  readonly pages: readonly SyncedPage[];
  readonly bytes: Uint8Array;
  readonly version: string | null;
  /** The new revision of the primary content. */
  readonly revisionId?: string | undefined;
  /** The change request that was changed instead. */
  readonly changeRequestId?: string | undefined;
  readonly now: string;
}

/** Records what a job did, in the transaction that changes the content. A set whose pages were removed is deleted. */
export async function recordResult(
  trx: Writer,
  set: OpenAPIPageSetTable,
  known: KnownPages,
  { pages, bytes, version, revisionId, changeRequestId, now }: SyncResult,
): Promise<void> {
  const isProposed = changeRequestId !== undefined;
  const changed =
    set.state === "removing"
      ? await current(trx.deleteFrom("openapi_page_sets"), set).executeTakeFirst()
      : await current(trx.updateTable("openapi_page_sets"), set)
          .set({
            state: "complete",
            error: null,
            synced_at: now,
            page_count: pages.filter(({ isDeleted, isGone }) => !isDeleted && !isGone).length,
            deleted_count: pages.filter(({ isDeleted }) => isDeleted).length,
            ...(revisionId !== undefined && { revision_id: revisionId }),
            pages: isProposed ? known.pages : bytes,
            version_id: isProposed ? known.versionId : version,
            change_request_id: changeRequestId ?? null,
            proposed_pages: isProposed ? bytes : null,
            proposed_version_id: isProposed ? version : null,
          })
          .executeTakeFirst();
  const count = "numDeletedRows" in changed ? changed.numDeletedRows : changed.numUpdatedRows;
  // Something else was asked of the set meanwhile, and its job will run.
  if (count === 0n) throw concurrentlyChanged();
}

export async function recordFailure(trx: Writer, set: OpenAPIPageSetTable, error: string): Promise<void> {
  const maxLength = 2000;
  await current(trx.updateTable("openapi_page_sets"), set)
    .set({ state: "failed", error: error.slice(0, maxLength) })
    .execute();
}

/** Limits a statement to the row of a set, if nothing was asked of it since it was read. */
function current<Query extends { where(column: never, operator: never, value: never): Query }>(
  query: Query,
  { id, sync_number, state }: OpenAPIPageSetTable,
): Query {
  const conditions = { id, sync_number, state };
  return Object.entries(conditions).reduce(
    (limited, [column, value]) => limited.where(column as never, "=" as never, value as never),
    query,
  );
}
