import { openContent, type PageRecord } from "../../content/index.ts";
import { getValues } from "../../content/map/index.ts";
import type { ImportedSource } from "../../importing/source/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import type { Head, SavedRevision } from "../../storage/repositories/index.ts";
import type { ChangeCall, ContentTarget } from "../content/index.ts";
import { applyImport, type prepareImport } from "./apply-import.ts";
import type { RunSummary, StoredRunPage } from "./run-schema.ts";
import { completeRun, type RunAttempt } from "./run-store.ts";
import type { ImportResult } from "./schema.ts";

type Prepared = Awaited<ReturnType<typeof prepareImport>>;
type Skipped = ImportedSource["skipped"];

/** Applies an import. The transaction that saves the revision completes the run, too. */
export async function applyRun(
  call: ChangeCall,
  target: ContentTarget,
  run: RunAttempt,
  prepared: Prepared,
  skipped: Skipped,
  origin: string | undefined,
): Promise<ImportResult> {
  let isCompleted = false;
  const completing: ContentTarget = {
    ...target,
    compareAndSwap: async (trx, head, saved, result) => {
      const pages = await describePages(head, saved, result as Outcome, prepared);
      if (!(await target.compareAndSwap(trx, head, saved, result))) return false;
      const revisions = { revision_id: saved.id, previous_revision_id: head.revisionId };
      await complete(trx, run, { prepared, skipped, pages, ...revisions }, saved.now);
      isCompleted = true;
      return true;
    },
  };
  const result = await applyImport(call, completing, prepared, origin);
  // An import that replaces the content by the same content makes no revision.
  const unchanged = { prepared, skipped, pages: [], revision_id: null, previous_revision_id: null };
  const { database, clock } = call.context;
  if (!isCompleted) await database.write((trx) => complete(trx, run, unchanged, clock.now()));
  return result;
}

interface Completion {
  readonly prepared: Prepared;
  readonly skipped: Skipped;
  readonly pages: readonly StoredRunPage[];
  readonly revision_id: string | null;
  readonly previous_revision_id: string | null;
}

function complete(
  trx: Writer,
  run: RunAttempt,
  { prepared, skipped, pages, ...revisions }: Completion,
  now: string,
) {
  const { importedResources, totalResources, uploads, reusableContents, lost, warnings = [] } = prepared;
  const summary: RunSummary = {
    ...{ importedResources, totalResources, warnings: [...warnings] },
    ...{ pages: prepared.pages.length - lost.length, files: uploads.length, reusableContents },
    skipped: [
      ...lost.map((source) => ({ source, reason: "has too many links or blocks; its page is empty" })),
      ...skipped.map(({ address, reason }) => ({ source: address, reason })),
    ],
  };
  return completeRun(
    trx,
    run,
    { result: JSON.stringify(summary), pages: JSON.stringify(pages), ...revisions },
    now,
  );
}

interface Outcome {
  readonly changes: readonly { readonly page: string | { readonly id: string } }[];
}

/** The imported pages as they are in the new revision. Outcomes are in the order of the changes. */
async function describePages(
  head: Head,
  { root }: SavedRevision,
  { changes }: Outcome,
  { pages }: Prepared,
): Promise<StoredRunPage[]> {
  const ids = changes.map(({ page }) => (typeof page === "string" ? page : page.id));
  const content = openContent(head.nodes, root);
  const records = await getValues<PageRecord>(content.nodes, content.roots.pages, ids);
  return ids.flatMap((id, i): StoredRunPage[] => {
    const record = records.get(id);
    if (record === undefined) return [];
    const sourceURL = ids.length === pages.length ? pages[i]?.address : undefined;
    return [
      {
        id,
        title: record.title,
        type: record.type === "group" ? "folder" : "page",
        ...(sourceURL && { sourceURL }),
      },
    ];
  });
}
