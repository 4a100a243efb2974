import { applyChanges, type BatchResult, type Change } from "../../content/changes/index.ts";
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

/** The content that a batch changes: the primary content or that of a change request. */
export interface ContentTarget<H extends Head = Head>
  extends SpaceRef,
    Pick<HeadMove<H, ContentOutcome>, "mutexKey" | "isolation" | "read" | "move"> {
  /** The path below /v1 that its pages have. */
  readonly path: string;
  /** The path below /v1 that the caller reads it by. Its entity tags depend on that. */
  readonly readPath: string;
  /** The root that pages are reverted to by default. */
  revertRoot(head: H): Promise<string | undefined>;
}

/** Applies a batch of changes atomically, as one new revision. */
export async function changeContent<H extends Head>(
  call: Call,
  target: ContentTarget<H>,
  inputs: readonly ChangeInput[],
): Promise<ContentOutcome> {
  const { context, caller } = call;
  // Fails early: uploads are not received for a request that is refused.
  const head = await target.read();
  requireIfMatch(call, target, head);
  await requireSpaces(context, inputs, caller.userId);
  const received = await receive(context, inputs);
  try {
    if (received.uploads.length > 0) {
      // Invalid changes are refused before files are stored, and files are stored before the mutex is taken.
      await buildContent(context, target, head, received.changes);
      await storeBlobs(context, head, received.uploads);
    }
    return (await commitChanges(call, target, received)).outcome;
  } finally {
    await disposeAll(received.uploads);
  }
}

/** Commits changes whose files are received. */
export async function commitChanges<H extends Head>(
  call: ChangeCall,
  target: ContentTarget<H>,
  { changes, uploads }: ReceivedChanges,
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
}

/** Stores files that the repository does not have. The second call stores some only if the space has got another repository. */
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
  const outcome = await applyChanges(base, draft, changes, {
    now: context.clock.now(),
    newId,
    revision: async (id) => {
      const root =
        id === undefined
          ? await target.revertRoot(head)
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

/** The target of a link page may be in another space only if the author may read that. */
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

/** Receives or downloads the files of a batch, and reads its other changes. */
async function receive({ config }: Context, inputs: readonly ChangeInput[]): Promise<ReceivedChanges> {
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

async function readChange(
  input: Exclude<ChangeInput, { operation: "insert_files" }>,
  field: string,
): Promise<Change> {
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
