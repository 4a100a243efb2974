import { useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { findMatches } from "../../data/matching.ts";
import { FormDialog, openDialog } from "../../parts/dialog.tsx";
import { Checkbox, TextField } from "../../parts/field.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
import { words } from "../../words/index.ts";
import { focusAfter } from "../view/focus-after.ts";
import { changeData } from "../view/insert-block.ts";
import type { GetPosition } from "./card-view.ts";
import { languages } from "./languages.ts";

const texts = words.media.code;
const maxShown = 200;
const all = [["", texts.none] as const, ...Object.entries(languages)];

/** Asks for the language of code. */
export function pickLanguage(view: EditorView, getPos: GetPosition): void {
  openDialog((close) => (
    <LanguageDialog
      onClose={focusAfter(view, close)}
      onPick={(syntax) => changeData(view, getPos(), { syntax: syntax === "" ? undefined : syntax })}
    />
  ));
}

interface LanguageDialogProps {
  readonly onClose: () => void;
  readonly onPick: (syntax: string) => void;
}

function LanguageDialog({ onClose, onPick }: LanguageDialogProps) {
  const find = (query: string) => {
    const typed = query.trim().toLowerCase();
    const isExact = ([id, name]: readonly [string, string]) => id === typed || name.toLowerCase() === typed;
    const found = findMatches(all, query, ([id, name]) => `${name} ${id}`, maxShown);
    const options = found
      .toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
      .map(([id, name]) => ({ id: `language-${id}`, label: name, note: id, onPick: () => onPick(id) }));
    // Other names are kept. Readers' pages show such code without colors.
    const isOther = /^[^\s"<>]{1,100}$/.test(typed) && !all.some(([id]) => id === typed);
    const other = { id: "other", label: texts.other(typed), onPick: () => onPick(typed) };
    return [{ label: texts.language, options: isOther ? [...options, other] : options }];
  };
  return (
    <PickerDialog
      title={texts.language}
      hasHiddenTitle
      onClose={onClose}
      find={find}
      emptyText={texts.noLanguage}
      countText={words.media.count}
    />
  );
}

/** Asks how code is shown. */
export function editCode(view: EditorView, getPos: GetPosition): void {
  const position = getPos();
  const data = position === undefined ? undefined : view.state.doc.nodeAt(position)?.attrs.data;
  if (data === undefined) return;
  openDialog((close) => (
    <CodeDialog
      data={data}
      onClose={focusAfter(view, close)}
      onSave={(changes) => changeData(view, getPos(), changes)}
    />
  ));
}

interface CodeDialogProps {
  readonly data: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
  readonly onSave: (changes: Readonly<Record<string, unknown>>) => void;
}

function CodeDialog({ data, onClose, onSave }: CodeDialogProps) {
  const [lineNumbers, setNumbers] = useState(data.lineNumbers === true);
  const [isWrapped, setWrapped] = useState(data.overflow === "wrap");
  const [expandable, setExpandable] = useState(data.expandable === true);
  const [fullWidth, setWide] = useState(data.fullWidth === true);
  const flag = (value: boolean) => (value ? true : undefined);
  return (
    <FormDialog
      title={texts.settings}
      action={words.media.image.save}
      onClose={onClose}
      onSubmit={async (form) => {
        const title = String(form.get("title") ?? "").trim();
        const count = Math.round(Number(form.get("count")) || 0);
        onSave({
          title: title === "" ? undefined : title,
          lineNumbers: flag(lineNumbers),
          overflow: isWrapped ? "wrap" : undefined,
          expandable: flag(expandable),
          collapsedLineCount: expandable && count > 0 ? Math.min(count, 999_999) : undefined,
          fullWidth: flag(fullWidth),
        });
      }}
    >
      <TextField name="title" label={texts.title} initialValue={String(data.title ?? "")} autoFocus />
      <Checkbox label={texts.lineNumbers} checked={lineNumbers} onChange={setNumbers} />
      <Checkbox label={texts.wrap} checked={isWrapped} onChange={setWrapped} />
      <Checkbox label={texts.fullWidth} checked={fullWidth} onChange={setWide} />
      <Checkbox label={texts.expandable} checked={expandable} onChange={setExpandable} />
      {expandable && (
        <TextField
          type="number"
          name="count"
          label={texts.shownLines}
          placeholder="10"
          initialValue={data.collapsedLineCount === undefined ? "" : String(data.collapsedLineCount)}
        />
      )}
    </FormDialog>
  );
}
