import { faImage, faPaperclip, faPlus, faXmark } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import type { File as StoredFile } from "../../../data/api-types.ts";
import { findMatches } from "../../../data/matching.ts";
import { useOrganization } from "../../../data/session.ts";
import { showFailure } from "../../../data/toasts.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { type Grantee, PersonPicker } from "../../../parts/person-picker.tsx";
import { Picker } from "../../../parts/picker.tsx";
import { words } from "../../../words/index.ts";
import { filesOf } from "../../content-files.ts";
import { ReferencePicker } from "../../inlines/reference-picker.tsx";
import { type Reference, withinSpace } from "../../model/references.ts";
import type { ColumnAttributes } from "../../model/table.ts";
import { sendFile } from "../../uploads/send-file.ts";
import { chooseFiles } from "../../uploads/uploads.ts";
import { contextOf } from "../../view/editor-context.ts";
import { columnName } from "./cell-views.ts";
import { Panel } from "./column-settings.tsx";
import { listOf, newOption, referenceOf, type SelectOption } from "./convert.ts";
import { setColumn, setValue } from "./edit-table.ts";
import { float } from "./floating.ts";
import { cellAround, columnsIn, positionOf } from "./places.ts";
import { colorIndex } from "./value-control.ts";

const texts = words.tables.editors;

/** A value that is edited. */
interface EditedValue {
  readonly view: EditorView;
  readonly column: ColumnAttributes;
  readonly label: string;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  /** Changes what is known of the column together with the value. */
  readonly changeColumn: (data: ColumnAttributes["data"], value: unknown) => void;
  readonly close: () => void;
}

/** Opens the editor of a cell with a value that is chosen. */
export function editValue(view: EditorView, cellPos: number): void {
  const place = cellAround(view.state.doc.resolve(cellPos));
  const dom = view.nodeDOM(cellPos);
  if (place === undefined || !(dom instanceof HTMLElement)) return;
  const { pos, row, column: index } = place;
  float(view, dom, (close) => <ValueEditor view={view} pos={pos} row={row} index={index} close={close} />);
}

interface CellProps {
  readonly view: EditorView;
  readonly pos: number;
  readonly row: number;
  readonly index: number;
  readonly close: () => void;
}

function ValueEditor({ view, pos, row, index, close }: CellProps) {
  const [, draw] = useState(0);
  const table = view.state.doc.nodeAt(pos);
  const column = table?.type.name === "table" ? columnsIn(table)[index] : undefined;
  const cell = table?.maybeChild(row)?.maybeChild(index);
  useEffect(() => {
    if (!cell || !column) close();
  }, [cell, column]);
  if (!table || !cell || !column) return null;
  const cellPos = positionOf({ table, pos }, row, index);
  const change = (value: unknown) => {
    view.dispatch(setValue(view.state.tr, cellPos, value));
    draw((count) => count + 1);
  };
  const changeColumn = (data: ColumnAttributes["data"], value: unknown) => {
    view.dispatch(setValue(setColumn(view.state.tr, pos, index, { data }), cellPos, value));
    draw((count) => count + 1);
  };
  const label = columnName(table.child(0).child(index).textContent, index);
  const edited = { view, column, label, value: cell.attrs.value, change, changeColumn, close };
  switch (column.data.type) {
    case "select":
      return <ChoiceEditor {...edited} />;
    case "users":
      return <PeopleEditor {...edited} />;
    case "files":
      return <FilesEditor {...edited} />;
    case "image":
      return <ImageEditor {...edited} />;
    default:
      return <TargetEditor {...edited} />;
  }
}

/** Choices are found and created by typing. */
function ChoiceEditor({ column, label, value, change, changeColumn, close }: EditedValue) {
  const [query, setQuery] = useState("");
  const options = column.data.options as SelectOption[];
  const isMultiple = column.data.multiple === true;
  const chosen = listOf(value);
  const set = (values: readonly string[]) => {
    change(values.length > 0 ? values : undefined);
    setQuery("");
    if (!isMultiple) close();
  };
  const toggle = (option: string) =>
    set(
      chosen.includes(option)
        ? chosen.filter((item) => item !== option)
        : isMultiple
          ? [...chosen, option]
          : [option],
    );
  const create = (name: string) => {
    const option = newOption(name, options.length);
    const data = { ...column.data, options: [...options, option] };
    changeColumn(data, isMultiple ? [...chosen, option.value] : [option.value]);
    setQuery("");
    if (!isMultiple) close();
  };
  const typed = query.trim();
  const known = findMatches(options, query, (option) => option.label, 50).map((option) => ({
    id: option.value,
    label: option.label,
    icon: <span class={`choice-dot choice-dot-${colorIndex(option.color, option.label)}`} />,
    note: chosen.includes(option.value) ? texts.chosen : undefined,
    onPick: () => toggle(option.value),
  }));
  const isNew = typed !== "" && !options.some((option) => option.label.toLowerCase() === typed.toLowerCase());
  const created = {
    id: "create",
    label: texts.create(typed),
    icon: <Icon of={faPlus} />,
    onPick: () => create(typed),
  };
  return (
    <div class="reference-picker">
      <Picker
        label={texts.choose(label)}
        placeholder={texts.choicePlaceholder}
        query={query}
        onQuery={setQuery}
        groups={[{ label: texts.choices, options: isNew ? [...known, created] : known }].filter(
          (group) => group.options.length > 0,
        )}
        emptyText={texts.noChoice}
        countText={texts.count}
      />
      <Chosen
        items={chosen.map((id) => ({ id, name: options.find((option) => option.value === id)?.label ?? id }))}
        onRemove={toggle}
      />
    </div>
  );
}

/** What is chosen, each with a button that removes it. */
function Chosen({
  items,
  onRemove,
}: {
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly onRemove: (id: string) => void;
}) {
  if (items.length === 0) return null;
  return (
    <ul class="picker-chosen table-chosen" aria-label={texts.chosen}>
      {items.map(({ id, name }) => (
        <li key={id} class="chip">
          {name}
          <IconButton icon={faXmark} label={words.people.picker.remove(name)} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}

/** The names of what is referred to, as far as they are known. */
function useNames(view: EditorView, references: readonly Reference[]): readonly (string | undefined)[] {
  const [names, setNames] = useState<readonly (string | undefined)[]>([]);
  const key = JSON.stringify(references);
  useEffect(() => {
    let isCurrent = true;
    Promise.all(references.map((reference) => contextOf(view.state).names.nameOf(reference))).then(
      (found) => isCurrent && setNames(found),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return names;
}

function PeopleEditor({ view, column, label, value, change, close }: EditedValue) {
  const organization = useOrganization();
  const ids = listOf(value);
  const names = useNames(
    view,
    ids.map((user) => ({ kind: "user", user })),
  );
  if (organization === undefined) return null;
  const chosen: Grantee[] = ids.map((id, i) => ({ kind: "user", id, name: names[i] ?? id }));
  return (
    <Panel label={texts.choose(label)} onClose={close}>
      <PersonPicker
        label={texts.people}
        organizationId={organization.id}
        chosen={chosen}
        onChange={(people) => {
          const next = people.map(({ id }) => id);
          const values = column.data.multiple === true ? next : next.slice(-1);
          change(values.length > 0 ? values : undefined);
        }}
      />
    </Panel>
  );
}

function TargetEditor({ view, value, change, close }: EditedValue) {
  const { content } = contextOf(view.state);
  const pick = (reference: Reference) => {
    change(withinSpace(reference, content.space));
    close();
  };
  return (
    <>
      <ReferencePicker view={view} onPick={pick} />
      <RemoveValue value={value} change={change} close={close} />
    </>
  );
}

function RemoveValue({ value, change, close }: Pick<EditedValue, "value" | "change" | "close">) {
  if (value === undefined || value === null) return null;
  const remove = () => {
    change(undefined);
    close();
  };
  return (
    <div class="table-panel-actions">
      <Button onClick={remove}>{texts.remove}</Button>
    </div>
  );
}

function FilesEditor({ view, label, value, change, close }: EditedValue) {
  const ids = listOf(value);
  const names = useNames(
    view,
    ids.map((file) => ({ kind: "file", file })),
  );
  const set = (files: readonly string[]) => change(files.length > 0 ? files : undefined);
  return (
    <div class="table-panel">
      <FilePicker
        view={view}
        label={texts.choose(label)}
        onPick={(file) => set([...new Set([...ids, file.id])])}
      />
      <Chosen
        items={ids.map((id, i) => ({ id, name: names[i] ?? id }))}
        onRemove={(id) => set(ids.filter((file) => file !== id))}
      />
      <div class="table-panel-actions">
        <Button onClick={close}>{texts.done}</Button>
      </div>
    </div>
  );
}

/** An image: a file of the space, a new one, or an address. Its description is asked for. */
function ImageEditor({ view, column, label, value, change, close }: EditedValue) {
  const ref = referenceOf(value) as Reference | undefined;
  const options = (typeof value === "object" && value !== null && "ref" in value ? value : {}) as {
    alt?: string;
    objectFit?: string;
  };
  const [address, setAddress] = useState(ref?.kind === "url" ? ref.url : "");
  const set = (next: Reference, changed: { alt?: string; objectFit?: string } = options) => {
    const alt = changed.alt || undefined;
    const objectFit = changed.objectFit;
    const isPlain = alt === undefined && objectFit === undefined;
    change(isPlain ? next : { ref: next, ...(objectFit && { objectFit }), ...(alt && { alt }) });
  };
  const isAddress = /^https?:\/\/\S+$/.test(address.trim());
  return (
    <div class="table-panel">
      <FilePicker
        view={view}
        label={texts.choose(label)}
        isImage
        onPick={(file) => set({ kind: "file", file: file.id })}
      />
      <TextField
        label={texts.address}
        type="url"
        value={address}
        placeholder="https://"
        onInput={setAddress}
      />
      {isAddress && !(ref?.kind === "url" && ref.url === address.trim()) && (
        <Button onClick={() => set({ kind: "url", url: address.trim() })}>{texts.useAddress}</Button>
      )}
      {ref !== undefined && (
        <>
          <TextField
            label={texts.alt}
            value={options.alt ?? ""}
            onInput={(alt) => set(ref, { ...options, alt })}
          />
          {column.roles.length > 0 && (
            <SelectField
              label={texts.fit}
              value={options.objectFit ?? "cover"}
              options={Object.entries(texts.fits).map(([fit, name]) => ({ value: fit, label: name }))}
              onChange={(objectFit) => set(ref, { ...options, objectFit })}
            />
          )}
        </>
      )}
      <div class="table-panel-actions">
        <RemoveValue value={value} change={change} close={close} />
        <Button onClick={close}>{texts.done}</Button>
      </div>
    </div>
  );
}

function FilePicker({
  view,
  label,
  isImage = false,
  onPick,
}: {
  readonly view: EditorView;
  readonly label: string;
  readonly isImage?: boolean;
  readonly onPick: (file: StoredFile) => void;
}) {
  const { content } = contextOf(view.state);
  const [query, setQuery] = useState("");
  const files = useFiles(view);
  const possible = files.all.filter(({ contentType }) => !isImage || contentType.startsWith("image/"));
  const options = findMatches(possible, query, ({ name }) => name, 20).map((file) => ({
    id: file.id,
    label: file.name,
    icon: <Icon of={isImage ? faImage : faPaperclip} />,
    onPick: () => onPick(file),
  }));
  const send = async (chosen: File) => {
    const stored = await sendFile(content, chosen, () => {}, new AbortController().signal);
    files.add(stored);
    onPick(stored);
  };
  const upload = () =>
    chooseFiles({ accept: isImage ? "image/*" : "", multiple: false }, ([chosen]) => {
      if (chosen) send(chosen).catch(showFailure);
    });
  return (
    <>
      <Picker
        label={label}
        placeholder={texts.filePlaceholder}
        query={query}
        onQuery={setQuery}
        groups={options.length > 0 ? [{ label: texts.files, options }] : []}
        emptyText={texts.noFile}
        countText={texts.count}
      />
      <Button icon={faPlus} onClick={upload}>
        {texts.upload}
      </Button>
    </>
  );
}

/** The files of the content, as soon as they are known. */
function useFiles(view: EditorView) {
  const files = filesOf(view.state);
  const [, draw] = useState(0);
  useEffect(() => files.subscribe(() => draw((count) => count + 1)), []);
  return files;
}
