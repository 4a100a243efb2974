import { applyChanges, type Change, keepPageTimes } from "../../content/changes/index.ts";
import { emptyContent, type FileRecord, openContent, openDraft, rootOf } from "../../content/index.ts";
import { getValues } from "../../content/map/index.ts";
import { newId, notFound, preconditionFailed } from "../../platform/index.ts";
import { receiveUpload, storeBlob, type Upload, UploadBudget } from "../../storage/files/index.ts";
import {
  findRevision,
  findSavedRevision,
  type Head,
  type HeadUpdate,
  type NextRevision,
  parentsOf,
  readDirectHead,
  type SpaceRef,
  updateHead,
  updatePrimaryHead,
} from "../../storage/repositories/index.ts";
import {
  addContribution,
  type ChangeRequestHead,
  type ChangeRequestRow,
  changeRequestPath,
  readChangeRequestHead,
  updateChangeRequestHead,
} from "../change-requests/index.ts";
import { type Call, type Context, entityTag, satisfiesIfMatch } from "../http/index.ts";
import { findSpaceForUser, type SpaceRow } from "../spaces/index.ts";
import { contentVersion } from "./access.ts";
import type { ChangeInput, ContentOutcome } from "./change-schema.ts";
import { type MarkdownOrBlocksInput, readMarkdownOrBlocks } from "./document-schema.ts";
import { presentFile } from "./present.ts";

/** The content that a batch changes: of a space or of a change request. */
export interface ContentTarget<H extends Head = Head>
  extends SpaceRef,
    Pick<HeadUpdate<H, unknown>, "mutexKey" | "primaryRoot" | "read" | "compareAndSwap"> {
  /** The path of the content below /v1. */
  readonly path: string;
  /** The path in the caller's request, on which entity tags depend. It may have the number of a change request. */
  readonly readPath: string;
  /** The root that pages are reverted to by default. */
  revertRoot(head: H): Promise<string | undefined>;
}

/** Applies a batch of changes atomically, as one new revision. Fetching files takes time, so access is required again then. */
export async function changeContent<H extends Head>(
  call: Call,
  target: ContentTarget<H>,
  inputs: readonly ChangeInput[],
  requireAccess: () => Promise<unknown>,
): Promise<ContentOutcome> {
  const { context, caller } = call;
  // Fails early: uploads are not received for a request that is refused.
  const head = await target.read();
  requireIfMatch(call, target, head);
  await requireTargetSpaces(context, inputs, caller.userId);
  const received = await receiveChanges(context, inputs);
  try {
    if (received.uploads.length > 0) {
      await requireAccess();
      // Invalid changes are refused before files are stored, and files are stored before the mutex is taken.
      await buildContent(context, target, head, received.changes);
      await storeBlobs(context, head, received.uploads);
    }
    return (await commitChanges(call, target, received)).outcome;
  } finally {
    await disposeAll(received.uploads);
  }
}

/** Commits changes whose files have been received. */
export async function commitChanges<H extends Head>(
  call: ChangeCall,
  target: ContentTarget<H>,
  { changes, uploads, replaces = false, entry }: ReceivedChanges,
): Promise<{ outcome: ContentOutcome; revisionId: string }> {
  const { context, caller } = call;
  let headRevisionId = "";
  const { result, revisionId = headRevisionId } = await updateHead(context, {
    userId: caller.userId,
    mutexKey: target.mutexKey,
    read: () => target.read(),
    primaryRoot: (head) => target.primaryRoot(head),
    build: async (current) => {
      requireIfMatch(call, target, current);
      headRevisionId = current.revisionId;
      const { root, result } = await buildContent(context, target, current, changes, replaces);
      if (replaces && root === current.root) return { next: undefined, result };
      await storeBlobs(context, current, uploads);
      return {
        next: { root, parents: [current.revisionId], type: "edits", ...(entry && { entry }) },
        result,
      };
    },
    compareAndSwap: (...step) => target.compareAndSwap(...step),
  });
  return { outcome: result, revisionId };
}

export function requireIfMatch(
  { context, ifMatch }: ChangeCall,
  { readPath }: ContentTarget,
  { revisionId }: Head,
): void {
  const tag = entityTag(`/v1${readPath}`, contentVersion(context, revisionId));
  if (!satisfiesIfMatch(ifMatch, tag))
    throw preconditionFailed("The content has changed since it was read: read it again");
}

export type ChangeCall = Pick<Call, "context" | "caller" | "ifMatch">;

interface ReceivedChanges {
  readonly changes: readonly Change[];
  readonly uploads: readonly Upload[];
  /** Whether the changes apply to empty content, whose result replaces the content. An equal result makes no revision. */
  readonly replaces?: boolean;
  readonly entry?: NextRevision["entry"];
}

/** Stores files that the repository does not have. A second call stores files only if the space moved to another repository. */
export async function storeBlobs(context: Context, { repositoryId }: Head, uploads: readonly Upload[]) {
  for (const upload of uploads) await storeBlob(context, repositoryId, upload);
}

async function disposeAll(uploads: readonly Upload[]): Promise<void> {
  await Promise.all(uploads.map((upload) => upload.dispose()));
}

async function buildContent<H extends Head>(
  context: Context,
  target: ContentTarget<H>,
  head: H,
  changes: readonly Change[],
  replaces = false,
): Promise<{ root: string; result: ContentOutcome }> {
  const base = openContent(head.nodes, head.root);
  const draft = openDraft(replaces ? emptyContent(head.nodes) : base);
  const { pages, insertedFiles, insertedReusableContents } = await applyChanges(base, draft, changes, {
    now: context.clock.now(),
    newId,
    revision: async (id) => {
      const root = id === undefined ? await target.revertRoot(head) : await findRoot(context, target, id);
      return root === undefined ? undefined : openContent(head.nodes, root);
    },
  });
  if (replaces) await keepPageTimes(base, draft);
  const files = await getValues<FileRecord>(draft.nodes, draft.roots.files, insertedFiles);
  const presentPage = (id: string) => {
    const urls = { location: context.urls.api(`${target.path}/page/${id}`) };
    return { object: "page" as const, id, urls };
  };
  const result = {
    changes: pages.map(({ id, outcome, ref }) => ({
      object: `${outcome}_page` as const,
      ref,
      page: outcome === "deleted" ? id : presentPage(id),
    })),
    insertedFiles: insertedFiles.flatMap((id) => {
      const record = files.get(id);
      return record === undefined ? [] : presentFile(id, record, context, target.spaceId);
    }),
    insertedReusableContents: [...insertedReusableContents],
  };
  return { root: rootOf(draft), result };
}

/** The root of a revision in the history. One that a later save replaced is not, and is removed some time. */
async function findRoot({ database }: Context, ref: SpaceRef, id: string): Promise<string | undefined> {
  if ((await findSavedRevision(database.read, ref.spaceId, id)) !== id) return undefined;
  return (await findRevision(database.read, ref, id))?.root;
}

/** A link page may target another space only if the author may read that space. */
async function requireTargetSpaces({ database }: Context, inputs: readonly ChangeInput[], userId: string) {
  for (const [index, input] of inputs.entries()) {
    const target = "target" in input ? input.target : undefined;
    const id = target !== undefined && "space" in target ? target.space : undefined;
    if (id === undefined) continue;
    const found = await findSpaceForUser(database.read, id, userId);
    if (found === undefined || found.role === null) throw notFound(`changes[${index}].target.space: Space`);
  }
}

/** Receives or downloads the files of a batch, and reads its other changes. */
async function receiveChanges({ config }: Context, inputs: readonly ChangeInput[]): Promise<ReceivedChanges> {
  const uploads: Upload[] = [];
  const changes: Change[] = [];
  const budget = new UploadBudget();
  try {
    for (const [index, input] of inputs.entries()) {
      if (input.operation !== "insert_files") {
        // Clients must not set the internal properties of a change.
        const change = { ...(await readChange(input, `changes[${index}]`)), internal: undefined };
        changes.push(change);
        continue;
      }
      const files = [];
      for (const [i, file] of input.files.entries()) {
        const upload = await receiveUpload(file, `changes[${index}].files[${i}]`, config, budget);
        uploads.push(upload);
        files.push({ ...upload.record, ...(file.ref !== undefined && { ref: file.ref }) });
      }
      changes.push({ operation: "insert_files", files });
    }
    return { changes, uploads };
  } catch (error) {
    await disposeAll(uploads);
    throw error;
  }
}

async function readChange(input: Exclude<ChangeInput, { operation: "insert_files" }>, field: string) {
  switch (input.operation) {
    case "insert_page": {
      const { into, document, ...rest } = input;
      const parent = into === null || into === undefined ? {} : { into };
      return { ...rest, ...parent, ...(await readDocumentInput(document, field)) };
    }
    case "update_page":
    case "insert_reusable_content":
    case "update_reusable_content": {
      const { document, ...rest } = input;
      return { ...rest, ...(await readDocumentInput(document, field)) };
    }
    default:
      return input;
  }
}

async function readDocumentInput(document: MarkdownOrBlocksInput | undefined, field: string) {
  return document && { document: await readMarkdownOrBlocks(document, `${field}.document`) };
}

export function primaryContentTarget(context: Context, space: SpaceRow): ContentTarget {
  const ref = { spaceId: space.id, organizationId: space.organization_id };
  const path = `/spaces/${space.id}/content`;
  return {
    ...ref,
    path,
    readPath: path,
    mutexKey: space.id,
    primaryRoot: ({ root }) => root,
    read: () => readDirectHead(context, ref),
    compareAndSwap: (trx, head, saved) => updatePrimaryHead(trx, head, saved, ["live"]),
    revertRoot: async ({ revisionId }) => {
      const current = await findRevision(context.database.read, ref, revisionId);
      const [parent] = current === undefined ? [] : parentsOf(current);
      return parent && (await findRevision(context.database.read, ref, parent))?.root;
    },
  };
}

export function changeRequestContentTarget(
  context: Context,
  changeRequest: ChangeRequestRow,
  userId: string,
  readPath: string,
): ContentTarget<ChangeRequestHead> {
  return {
    spaceId: changeRequest.space_id,
    organizationId: changeRequest.organization_id,
    path: `${changeRequestPath(changeRequest)}/content`,
    readPath,
    mutexKey: changeRequest.id,
    read: () => readChangeRequestHead(context, changeRequest),
    primaryRoot: () => undefined,
    compareAndSwap: async (trx, head, saved) => {
      if (!(await updateChangeRequestHead(trx, head, saved))) return false;
      // A save that continues a series is part of an edit that was counted.
      const edits = saved.blockSave?.series.replacedId === undefined ? 1 : 0;
      await addContribution(trx, changeRequest, userId, edits, saved.now);
      return true;
    },
    revertRoot: async ({ baseRoot }) => baseRoot,
  };
}
