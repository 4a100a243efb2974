import {
  faClosedCaptioning,
  faDownload,
  faPaperclip,
  faRotate,
  faTrash,
} from "@fortawesome/free-solid-svg-icons";
import type { Command } from "prosemirror-state";
import { formatBytes } from "../../data/format.ts";
import { words } from "../../words/index.ts";
import { type FileRef, filesOf } from "../content-files.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { chooseFiles, startUploads } from "../uploads/uploads.ts";
import { element } from "../view/elements.ts";
import { hasCaption, toggleCaption } from "./captions.ts";
import { type CardOptions, cardView, removeBlock } from "./card-view.ts";
import { linkCard } from "./link-card.ts";

const texts = words.media.file;

const drawFile: CardOptions["draw"] = ({ attrs }, view) => {
  const files = filesOf(view.state);
  const ref = attrs.data.ref as FileRef;
  const file = files.find(ref);
  if (file) return linkCard(faPaperclip, file.name, `${file.contentType} · ${formatBytes(file.size)}`);
  const name = ref.kind === "file" && /\//.test(ref.file) ? ref.file : words.media.missingFile;
  return linkCard(faPaperclip, files.isLoaded ? name : words.common.loading);
};

const fileTools: CardOptions["tools"] = (node, view, getPos) => {
  const file = filesOf(view.state).find(node.attrs.data.ref);
  const download = () => element("a", { href: file?.downloadURL ?? "", download: file?.name ?? "" }).click();
  return [
    {
      label: texts.caption,
      icon: faClosedCaptioning,
      isPressed: hasCaption(node),
      run: () => toggleCaption(view, getPos()),
    },
    { label: texts.replace, icon: faRotate, run: () => replaceFile(node.type.name, view, getPos) },
    ...(file === undefined ? [] : [{ label: texts.download, icon: faDownload, run: download }]),
    { label: texts.remove, icon: faTrash, run: () => removeBlock(view, getPos) },
  ];
};

/** Uploads a file in place of that of a block. */
export function replaceFile(
  type: string,
  view: Parameters<CardOptions["tools"]>[1],
  getPos: Parameters<CardOptions["tools"]>[2],
): void {
  chooseFiles({ multiple: false }, (files) => {
    const position = getPos();
    if (position === undefined) return;
    startUploads(view, files, position, (tr, at, [file]) => {
      const node = tr.doc.nodeAt(at);
      if (file === undefined || node?.type.name !== type) return;
      tr.setNodeAttribute(at, "data", { ...node.attrs.data, ref: { kind: "file", file: file.id } });
    });
  });
}

const insertFile: Command = (_state, dispatch, view) => {
  if (dispatch && view) import("../on-demand.ts").then(({ chooseFile }) => chooseFile(view));
  return true;
};

export const files: Kind = {
  dom: { file: () => ["figure", { class: "file" }, 0] },
  views: { [schema.nodes.file.name]: cardView({ label: texts.tools, draw: drawFile, tools: fileTools }) },
  entries: [
    {
      name: words.media.blocks.file,
      keywords: "attachment download upload pdf",
      icon: faPaperclip,
      group: "media",
      insert: insertFile,
    },
  ],
};
