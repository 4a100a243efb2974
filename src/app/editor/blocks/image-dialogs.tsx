import { useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { call } from "../../data/api.ts";
import { Button } from "../../parts/button.tsx";
import { FormDialog, openDialog } from "../../parts/dialog.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";
import { filesOf } from "../content-files.ts";
import { contentParams, contentPath } from "../content-source.ts";
import { schema } from "../model/schema.ts";
import { chooseFiles, startUploads } from "../uploads/uploads.ts";
import { contextOf } from "../view/editor-context.ts";
import { focusAfter } from "../view/focus-after.ts";
import { changeData, insertAtSelection } from "../view/insert-block.ts";
import type { ImageWidth } from "./image-width.ts";
import { isDecorative, setDecorative } from "./images.ts";

const texts = words.media.image;
type GetPosition = () => number | undefined;

export function editAltText(view: EditorView, getPos: GetPosition): void {
  const position = getPos();
  const data = position === undefined ? undefined : view.state.doc.nodeAt(position)?.attrs.data;
  if (data === undefined) return;
  openDialog((close) => (
    <AltDialog view={view} getPos={getPos} data={data} onClose={focusAfter(view, close)} />
  ));
}

function AltDialog({
  view,
  getPos,
  data,
  onClose,
}: {
  readonly view: EditorView;
  readonly getPos: GetPosition;
  readonly data: Parameters<typeof isDecorative>[0] & { readonly alt?: string };
  readonly onClose: () => void;
}) {
  const [decorative, setChecked] = useState(!data.alt && isDecorative(data));
  return (
    <FormDialog
      title={texts.altTitle}
      action={texts.save}
      onClose={onClose}
      onSubmit={async (form) => {
        const alt = decorative ? "" : String(form.get("alt") ?? "").trim();
        setDecorative(data, decorative);
        changeData(view, getPos(), { alt: alt === "" ? undefined : alt });
      }}
    >
      {!decorative && (
        <TextAreaField
          name="alt"
          label={texts.altLabel}
          hint={texts.altHint}
          initialValue={data.alt}
          rows={3}
        />
      )}
      <Checkbox label={texts.decorative} checked={decorative} onChange={setChecked} />
    </FormDialog>
  );
}

export function editWidth(view: EditorView, getPos: GetPosition): void {
  const position = getPos();
  const width = position === undefined ? undefined : view.state.doc.nodeAt(position)?.attrs.data.width;
  openDialog((close) => (
    <WidthDialog
      width={width}
      onClose={focusAfter(view, close)}
      onSave={(next) => changeData(view, getPos(), { width: next, height: undefined })}
    />
  ));
}

function WidthDialog({
  width,
  onClose,
  onSave,
}: {
  readonly width: ImageWidth | undefined;
  readonly onClose: () => void;
  readonly onSave: (width: ImageWidth | undefined) => void;
}) {
  const [unit, setUnit] = useState(typeof width === "object" ? width.unit : "px");
  const value = typeof width === "object" ? width.value : width;
  const units = [
    { value: "px", label: texts.pixels },
    { value: "%", label: texts.percent },
    ...(["px", "%"].includes(unit) ? [] : [{ value: unit, label: unit }]),
  ];
  return (
    <FormDialog
      title={texts.widthTitle}
      action={texts.save}
      onClose={onClose}
      onSubmit={async (form) => {
        const next = Math.min(Number(form.get("width")) || 0, unit === "%" ? 100 : 10_000);
        onSave(next <= 0 ? undefined : unit === "px" ? next : { value: next, unit });
      }}
    >
      <TextField
        type="number"
        name="width"
        label={texts.widthLabel}
        hint={texts.original}
        initialValue={value === undefined ? "" : String(value)}
        autoFocus
      />
      <SelectField label={texts.unit} value={unit} options={units} onChange={setUnit} />
    </FormDialog>
  );
}

/** Asks for images: files, or an address. */
export function chooseImages(view: EditorView): void {
  openDialog((close) => <ChooseDialog view={view} onClose={focusAfter(view, close)} />);
}

function ChooseDialog({ view, onClose }: { readonly view: EditorView; readonly onClose: () => void }) {
  const [isCopied, setCopied] = useState(true);
  const choose = () =>
    chooseFiles({ accept: "image/*" }, (files) => {
      startUploads(view, files, view.state.selection.to);
      onClose();
    });
  return (
    <FormDialog
      title={texts.insertTitle}
      action={texts.insert}
      onClose={onClose}
      onSubmit={async (form) => {
        const url = String(form.get("url"));
        const ref = isCopied ? await copyImage(view, url) : { kind: "url", url };
        const image = schema.node("image", { data: { ref } });
        const tr = insertAtSelection(view.state.tr, schema.node("images", null, image));
        if (tr) view.dispatch(tr);
      }}
    >
      <Button onClick={choose}>{texts.choose}</Button>
      <p class="hint">{texts.chooseHint}</p>
      <TextField type="url" name="url" label={texts.address} placeholder="https://" required />
      <Checkbox label={texts.copyHere} hint={texts.copyHint} checked={isCopied} onChange={setCopied} />
    </FormDialog>
  );
}

/** The server gets the image and makes it a file of the content. */
async function copyImage(view: EditorView, url: string) {
  const { content } = contextOf(view.state);
  const files = filesOf(view.state);
  const name = new URL(url).pathname.split("/").at(-1) || "image";
  const path = `POST ${contentPath(content)}` as "POST /spaces/:spaceId/content";
  const changes = [{ operation: "insert_files" as const, files: [{ name, url }] }];
  const { insertedFiles } = await call(path, contentParams(content), { body: { changes } });
  files.add(...insertedFiles);
  return { kind: "file", file: insertedFiles[0]?.id };
}
