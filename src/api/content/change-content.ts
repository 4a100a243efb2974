import type { BatchResult, Change, DocumentInput } from "../../content/changes/index.ts";
import { type FileRecord, openContent, openDraft, rootOf } from "../../content/index.ts";
import { getValues } from "../../content/map/index.ts";
import { newId, notFound, preconditionFailed } from "../../platform/index.ts";
import { receiveUpload, storeBlob, type Upload, UploadBudget } from "../../storage/files/index.ts";
import {
  advanceHead,
  findRevision,
  type Head,
  type HeadMove,
  type SpaceRef,
} from "../../storage/repositories/index.ts";
import { type Call, type Context, entityTag, satisfiesIfMatch } from "../http/index.ts";
import { findSpaceForUser } from "../spaces/index.ts";
import { contentVersion } from "./access.ts";
import type { ChangeInput, ContentOutcome } from "./change-schema.ts";
import { type MarkdownOrBlocksInput, readMarkdownOrBlocks } from "./document-schema.ts";
import { presentFile } from "./present.ts";

/** Content that can be changed by a batch: that of a space, or of a change request. */
export interface ContentTarget<H extends Head = Head>
  extends SpaceRef,
    Pick<HeadMove<H, ContentOutcome>, "mutexKey" | "isolation" | "read" | "move"> {
  /** Below /v1: where its pages are found. */
  readonly path: string;
  /** Below /v1: where the caller reads it. The tags of its states are bound to that. */
  readonly readPath: string;
  /** What a page goes back to when no revision is named, sealed. */
  former(head: H): Promise<string | undefined>;
}

/** Changes content: all of the batch, or nothing of it, as one new revision. */
export async function changeContent<H extends Head>(
  call: Call,
  target: ContentTarget<H>,
  inputs: readonly ChangeInput[],
): Promise<ContentOutcome> {
  const { context, caller } = call;
  // What nobody wants any more is not even received.
  const head = await target.read();
  requireIfMatch(call, target, head);
  await requireSpaces(context, inputs, caller.userId);
  const received = await receive(context, inputs);
  try {
    if (received.uploads.length > 0) {
      // What cannot be applied is refused before a byte is kept, and others need not wait while bytes are kept.
      await buildContent(context, target, head, received.changes);
      await storeBlobs(context, head, received.uploads);
    }
    return (await commitChanges(call, target, received)).outcome;
  } finally {
    await disposeAll(received.uploads);
  }
}

/** The same for changes that are ready to be applied; also the id of the revision. */
export async function commitChanges<H extends Head>(
  call: ChangeCall,
  target: ContentTarget<H>,
  { changes, uploads }: Received,
): Promise<{ outcome: ContentOutcome; revisionId: string }> {
  const { context, caller } = call;
  const { result, revisionId = "" } = await advanceHead(context, {
    userId: caller.userId,
    mutexKey: target.mutexKey,
    ...(target.isolation && { isolation: target.isolation }),
    read: () => target.read(),
    build: async (current) => {
      requireIfMatch(call, target, current);
      const { root, result } = await buildContent(context, target, current, changes);
      await storeBlobs(context, current, uploads);
      return { next: { root, parents: [current.revisionId], type: "edits" }, result };
    },
    move: (...step) => target.move(...step),
  });
  return { outcome: result, revisionId };
}

/** Refuses who wants to change another state than the present one. */
export function requireIfMatch(
  { context, ifMatch }: ChangeCall,
  { readPath }: ContentTarget,
  { revisionId }: Head,
): void {
  const tag = entityTag(`/v1${readPath}`, contentVersion(context, revisionId));
  if (!satisfiesIfMatch(ifMatch, tag))
    throw preconditionFailed("The content has changed since it was read: read it again");
}

/** Who changes something, and of which state. */
export type ChangeCall = Pick<Call, "context" | "caller" | "ifMatch">;

interface Received {
  readonly changes: readonly Change[];
  readonly uploads: readonly Upload[];
}

/** Only what is not there yet: the second time nothing, unless the space has moved to another repository meanwhile. */
export async function storeBlobs(
  { database }: Context,
  { repositoryId }: Head,
  uploads: readonly Upload[],
): Promise<void> {
  for (const upload of uploads) await storeBlob(database, repositoryId, upload);
}

async function disposeAll(uploads: readonly Upload[]): Promise<void> {
  await Promise.all(uploads.map((upload) => upload.dispose()));
}

async function buildContent<H extends Head>(
  context: Context,
  target: ContentTarget<H>,
  head: H,
  changes: readonly Change[],
): Promise<{ root: string; result: ContentOutcome }> {
  const base = openContent(head.nodes, head.root);
  const draft = openDraft(base);
  const { applyChanges } = await import("../../content/changes/apply-changes.ts");
  const outcome = await applyChanges(base, draft, changes, {
    now: context.clock.now(),
    newId,
    revision: async (id) => {
      const root =
        id === undefined
          ? await target.former(head)
          : (await findRevision(context.database.read, target, id))?.root;
      return root === undefined ? undefined : openContent(head.nodes, root);
    },
  });
  const files = await getValues<FileRecord>(draft.nodes, draft.roots.files, outcome.insertedFiles);
  return { root: rootOf(draft), result: presentOutcome(context, target, outcome, files) };
}

function presentOutcome(
  context: Context,
  { path, spaceId }: Pick<ContentTarget, "path" | "spaceId">,
  { pages, insertedFiles, insertedReusableContents }: BatchResult,
  files: ReadonlyMap<string, FileRecord>,
): ContentOutcome {
  const location = (id: string) => context.urls.api(`${path}/page/${id}`);
  return {
    changes: pages.map(({ id, outcome, ref }) => ({
      object: `${outcome}_page` as const,
      ...(ref !== undefined && { ref }),
      page: outcome === "deleted" ? id : { object: "page" as const, id, urls: { location: location(id) } },
    })),
    insertedFiles: insertedFiles.flatMap((id) => {
      const record = files.get(id);
      return record === undefined ? [] : presentFile(id, record, context, spaceId);
    }),
    insertedReusableContents: [...insertedReusableContents],
  };
}

/** A link to another space leads to one that its author can see. */
async function requireSpaces(
  { database }: Context,
  inputs: readonly ChangeInput[],
  userId: string,
): Promise<void> {
  for (const [index, input] of inputs.entries()) {
    const target = "target" in input ? input.target : undefined;
    const id = target !== undefined && "space" in target ? target.space : undefined;
    if (id === undefined) continue;
    const found = await findSpaceForUser(database.read, id, userId);
    if (found === undefined || found.role === null) throw notFound(`changes[${index}].target.space: Space`);
  }
}

/** Turns what was sent into changes that can be applied: files are taken in first, wherever they come from. */
async function receive(
  { config }: Context,
  inputs: readonly ChangeInput[],
): Promise<{ changes: Change[]; uploads: Upload[] }> {
  const uploads: Upload[] = [];
  const changes: Change[] = [];
  const budget = new UploadBudget();
  try {
    for (const [index, input] of inputs.entries()) {
      if (input.operation !== "insert_files") {
        changes.push(asTold(await readChange(input, `changes[${index}]`)));
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

/** Nobody but Lectern itself says what is internal to a change. */
function asTold<C extends Change>(change: C): C {
  return { ...change, internal: undefined };
}

async function readChange(
  input: Exclude<ChangeInput, { operation: "insert_files" }>,
  field: string,
): Promise<Change> {
  switch (input.operation) {
    case "insert_page": {
      const { into, document, ...rest } = input;
      const place = into === null || into === undefined ? {} : { into };
      return { ...rest, ...place, ...(await readDocumentInput(document, field)) };
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

async function readDocumentInput(
  document: MarkdownOrBlocksInput | undefined,
  field: string,
): Promise<{ document?: DocumentInput }> {
  return document === undefined
    ? {}
    : { document: await readMarkdownOrBlocks(document, `${field}.document`) };
}
