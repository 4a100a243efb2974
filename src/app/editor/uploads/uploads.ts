import { closeHistory } from "prosemirror-history";
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { messageOf } from "../../data/api.ts";
import type { File as StoredFile } from "../../data/api-types.ts";
import { isConnected, onReconnect } from "../../data/connection.ts";
import { askBeforeLeaving } from "../../navigation/router.ts";
import { words } from "../../words/index.ts";
import { filesOf } from "../content-files.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { insertBlocks } from "../view/insert-block.ts";
import { sendFile } from "./send-file.ts";
import { type UploadCard, uploadCard } from "./upload-card.ts";

/** Changes the document when files are uploaded. `position` is where the upload began, in the document as it is now. */
type Use = (tr: Transaction, position: number, files: readonly StoredFile[]) => void;

/** Files that were chosen together. They are put into the document together, as one step of the history. */
interface Batch {
  readonly use: Use;
  readonly uploads: Set<Upload>;
}

interface Upload {
  readonly id: number;
  readonly file: File;
  readonly card: UploadCard;
  batch: Batch;
  state: "sending" | "failed" | "done";
  abort: AbortController;
  stored?: StoredFile;
}

/** The positions of uploads. They are no part of the document, so neither saving nor undoing knows them. */
type Positions = ReadonlyMap<Upload, number>;
type Change = { readonly add: Positions } | { readonly remove: readonly Upload[] };

const key = new PluginKey<Positions>("uploads");
let lastId = 0;

/** Shows a placeholder for each file that is being uploaded. */
export const uploadsPlugin: Plugin<Positions> = new Plugin<Positions>({
  key,
  state: {
    init: () => new Map(),
    apply: (tr, positions) => {
      const change = tr.getMeta(key) as Change | undefined;
      if (change === undefined && (!tr.docChanged || positions.size === 0)) return positions;
      const mapped = [...positions].map(([upload, position]) => [upload, tr.mapping.map(position)] as const);
      if (change === undefined) return new Map(mapped);
      if ("add" in change) return new Map([...mapped, ...change.add]);
      return new Map(mapped.filter(([upload]) => !change.remove.includes(upload)));
    },
  },
  props: { decorations: (state) => placeholders(state) },
  view: () => ({
    destroy: () => {
      for (const upload of running) cancel(upload);
    },
  }),
});

function placeholders(state: EditorState): DecorationSet {
  const positions = key.getState(state);
  if (positions === undefined || positions.size === 0) return DecorationSet.empty;
  const widgets = Array.from(positions, ([upload, position]) => {
    const $position = state.doc.resolve(Math.min(position, state.doc.content.size));
    const at = $position.parent.inlineContent ? $position.after() : $position.pos;
    const options = {
      key: `upload-${upload.id}`,
      side: upload.id,
      stopEvent: () => true,
      ignoreSelection: true,
    };
    return Decoration.widget(at, upload.card.dom, options);
  });
  return DecorationSet.create(state.doc, widgets);
}

/** All uploads of this window that are under way. */
const running = new Set<Upload>();
let stopAsking: (() => void) | undefined;

function setRunning(upload: Upload, isRunning: boolean): void {
  if (isRunning) running.add(upload);
  else running.delete(upload);
  if (running.size > 0) stopAsking ??= askBeforeLeaving(words.media.upload.leave);
  else {
    stopAsking?.();
    stopAsking = undefined;
  }
}

/** Uploads files, several at once, with placeholders at a position. Then `use` puts them into the document. */
export function startUploads(
  view: EditorView,
  files: readonly File[],
  position: number,
  use: Use = insertFiles,
): void {
  if (files.length === 0) return;
  const batch: Batch = { use, uploads: new Set() };
  for (const file of files) {
    const upload: Upload = {
      id: ++lastId,
      file,
      card: uploadCard(file, { onCancel: () => drop(view, upload), onRetry: () => retry(view, upload) }),
      batch,
      state: "sending",
      abort: new AbortController(),
    };
    batch.uploads.add(upload);
  }
  const add = new Map(Array.from(batch.uploads, (upload) => [upload, position] as const));
  view.dispatch(view.state.tr.setMeta(key, { add } satisfies Change));
  for (const upload of batch.uploads) void send(view, upload);
}

/** The number of files that are sent at once. Browsers have six connections to a server. */
const maxConcurrent = 3;
const waiting: (() => void)[] = [];
let sending = 0;

async function send(view: EditorView, upload: Upload): Promise<void> {
  const { file, card, abort } = upload;
  setRunning(upload, true);
  if (sending >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  sending++;
  try {
    abort.signal.throwIfAborted();
    const { content } = contextOf(view.state);
    const files = filesOf(view.state);
    upload.stored = await sendFile(content, file, card.showProgress, abort.signal);
    files.add(upload.stored);
    upload.state = "done";
  } catch (error) {
    if (abort.signal.aborted) return;
    upload.state = "failed";
    card.showFailure(messageOf(error));
    if (!isConnected.value) retryWhenConnected(view, upload);
  } finally {
    sending--;
    waiting.shift()?.();
    setRunning(upload, false);
  }
  finish(view, upload.batch);
}

function retryWhenConnected(view: EditorView, upload: Upload): void {
  const stop = onReconnect(() => {
    stop();
    if (upload.state === "failed" && !upload.abort.signal.aborted) retry(view, upload);
  });
}

/** An upload that is tried again is put into the document on its own, if the others are in it already. */
function retry(view: EditorView, upload: Upload): void {
  upload.state = "sending";
  upload.abort = new AbortController();
  upload.card.showProgress(0);
  if (!upload.batch.uploads.has(upload)) upload.batch = { use: upload.batch.use, uploads: new Set([upload]) };
  void send(view, upload);
}

function cancel(upload: Upload): void {
  upload.abort.abort();
  upload.card.close();
  setRunning(upload, false);
}

function drop(view: EditorView, upload: Upload): void {
  cancel(upload);
  upload.batch.uploads.delete(upload);
  view.dispatch(view.state.tr.setMeta(key, { remove: [upload] } satisfies Change));
  finish(view, upload.batch);
  view.focus();
}

/** Puts the files of a batch into the document when none of them is under way any more. */
function finish(view: EditorView, batch: Batch): void {
  if (view.isDestroyed) return;
  const uploads = [...batch.uploads];
  if (uploads.some(({ state }) => state === "sending")) return;
  const done = uploads.filter(({ state }) => state === "done");
  batch.uploads.clear();
  const [first] = done;
  const position = first && key.getState(view.state)?.get(first);
  if (position === undefined) return;
  const tr = closeHistory(view.state.tr);
  batch.use(
    tr,
    position,
    done.flatMap(({ stored }) => stored ?? []),
  );
  view.dispatch(tr.setMeta(key, { remove: done } satisfies Change));
  for (const { card } of done) card.close();
}

/** Images become one block with all of them, other files a block each. */
const insertFiles: Use = (tr, position, files) => {
  const { images, image, file: fileBlock } = schema.nodes;
  const isImage = ({ contentType }: StoredFile) => contentType.startsWith("image/");
  const ref = (file: StoredFile) => ({ data: { ref: { kind: "file", file: file.id } } });
  const pictures = files.filter(isImage).map((file) => image.create(ref(file)));
  const others = files.filter((file) => !isImage(file)).map((file) => fileBlock.create(ref(file)));
  const blocks = [...(pictures.length > 0 ? [images.create(null, pictures)] : []), ...others];
  const at = insertBlocks(tr, position, blocks);
  if (at === undefined) return;
  const end = at + blocks.reduce((size, { nodeSize }) => size + nodeSize, 0);
  if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, schema.node("paragraph"));
};

/** Lets people choose files, then calls `use`. */
export function chooseFiles(
  { accept = "", multiple = true }: { readonly accept?: string; readonly multiple?: boolean },
  use: (files: readonly File[]) => void,
): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.multiple = multiple;
  input.hidden = true;
  input.addEventListener("change", () => use([...(input.files ?? [])]));
  for (const end of ["change", "cancel"]) input.addEventListener(end, () => input.remove());
  // An input outside of the document may be collected before files are chosen.
  document.body.append(input);
  input.click();
}
