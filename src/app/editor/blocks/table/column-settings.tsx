import { faTrash } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { Button, IconButton } from "../../../parts/button.tsx";
import { Checkbox, Select, SelectField, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import type { Data } from "../../model/document.ts";
import { schema } from "../../model/schema.ts";
import type { ColumnRole, ColumnType } from "../../model/table.ts";
import { columnName } from "./cell-views.ts";
import {
  type ColumnTypeName,
  columnTypeFor,
  columnTypes,
  newOption,
  optionColors,
  type SelectOption,
} from "./convert.ts";
import { definedOnly, setColumn, setColumnType, setRole, setViewOptions } from "./edit-table.ts";
import { columnsIn, positionOf } from "./places.ts";

const texts = words.tables.settings;

interface SettingsProps {
  readonly view: EditorView;
  readonly pos: number;
  readonly onClose: () => void;
}

/** Changes the table, and draws the settings again. */
function useTable({ view, pos, onClose }: SettingsProps) {
  const [, draw] = useState(0);
  const table = view.state.doc.nodeAt(pos);
  const isTable = table?.type.name === "table";
  useEffect(() => {
    if (!isTable) onClose();
  }, [isTable]);
  const change = (edit: (tr: Transaction) => Transaction) => {
    view.dispatch(edit(view.state.tr));
    draw((count) => count + 1);
  };
  return { table: isTable ? table : undefined, change };
}

/** Everything that can be set of a column. Each change is made at once, and undone as one step. */
export function ColumnSettings(props: SettingsProps & { readonly column: number }) {
  const { pos, column, onClose } = props;
  const { table, change } = useTable(props);
  const title = table?.child(0).maybeChild(column);
  if (!table || !title) return null;
  const { data, width, isHidden } = columnsIn(table)[column] ?? {};
  if (data === undefined) return null;
  const setData = (changes: Data) =>
    change((tr) => setColumnType(tr, pos, column, definedOnly({ ...data, ...changes }) as ColumnType));
  const cells = table.children.slice(1).map((row) => row.child(column));
  return (
    <Panel label={texts.title(columnName(title.textContent, column))} onClose={onClose}>
      <TextField
        label={texts.name}
        value={title.textContent}
        autocomplete="off"
        onInput={(text) =>
          change((tr) => {
            const start = positionOf({ table, pos }, 0, column) + 1;
            const content = text === "" ? [] : schema.text(text);
            return tr.replaceWith(start, start + title.content.size, content);
          })
        }
      />
      <SelectField
        label={texts.type}
        value={data.type}
        options={columnTypes.map((type) => ({ value: type, label: words.tables.types[type] }))}
        onChange={(type) =>
          change((tr) => setColumnType(tr, pos, column, columnTypeFor(type as ColumnTypeName, data, cells)))
        }
      />
      {data.type === "text" && (
        <>
          <SelectField
            label={texts.alignment}
            value={String(data.textAlignment ?? "left")}
            options={Object.entries(texts.alignments).map(([value, label]) => ({ value, label }))}
            onChange={(textAlignment) => setData({ textAlignment })}
          />
          <SelectField
            label={texts.vertical}
            value={String(data.verticalAlignment ?? "top")}
            options={Object.entries(texts.verticals).map(([value, label]) => ({ value, label }))}
            onChange={(vertical) => setData({ verticalAlignment: vertical === "top" ? undefined : vertical })}
          />
        </>
      )}
      {data.type === "rating" && (
        <SelectField
          label={texts.max}
          value={String(data.max ?? 5)}
          options={[...new Set([3, 5, 10, Number(data.max ?? 5)])].map((max) => ({
            value: String(max),
            label: String(max),
          }))}
          onChange={(max) => setData({ max: Number(max) })}
        />
      )}
      {(data.type === "select" || data.type === "users") && (
        <Checkbox
          label={texts.multiple}
          checked={data.multiple === true}
          onChange={(multiple) => setData({ multiple })}
        />
      )}
      {data.type === "select" && (
        <Options options={data.options as SelectOption[]} onChange={(options) => setData({ options })} />
      )}
      {table.attrs.data.view.type === "grid" && (
        <TextField
          label={texts.width}
          hint={texts.widthHint}
          type="number"
          value={width === null || width === undefined ? "" : String(width)}
          onInput={(text) => {
            const pixels = Number(text);
            const next = text === "" ? null : pixels >= 40 && pixels <= 2000 ? Math.round(pixels) : undefined;
            if (next !== undefined) change((tr) => setColumn(tr, pos, column, { width: next }));
          }}
        />
      )}
      <Checkbox
        label={texts.shown}
        checked={isHidden !== true}
        onChange={(isShown) => change((tr) => setColumn(tr, pos, column, { isHidden: !isShown }))}
      />
    </Panel>
  );
}

/** The choices of a column: their names and colors. */
function Options({
  options,
  onChange,
}: {
  readonly options: readonly SelectOption[];
  readonly onChange: (options: readonly SelectOption[]) => void;
}) {
  const set = (index: number, change: Partial<SelectOption>) =>
    onChange(options.map((option, i) => (i === index ? { ...option, ...change } : option)));
  const add = () => {
    const taken = new Set(options.map(({ value }) => value));
    let number = options.length + 1;
    while (taken.has(texts.newOption(number))) number++;
    onChange([...options, newOption(texts.newOption(number), options.length)]);
  };
  return (
    <fieldset class="table-choices">
      <legend>{texts.options}</legend>
      {options.map((option, i) => (
        <div key={option.value} class="table-choice">
          <input
            class="input"
            type="text"
            aria-label={texts.optionName(option.label)}
            value={option.label}
            onInput={({ currentTarget }) => {
              const label = currentTarget.value.trim();
              if (label !== "") set(i, { label });
            }}
          />
          <Select
            label={texts.optionColor(option.label)}
            value={option.color}
            options={[...new Set([...optionColors, option.color])].map((color) => ({
              value: color,
              label: (texts.colors as Readonly<Record<string, string>>)[color] ?? color,
            }))}
            onChange={(color) => set(i, { color })}
          />
          <IconButton
            icon={faTrash}
            label={texts.removeOption(option.label)}
            onClick={() => onChange(options.toSpliced(i, 1))}
          />
        </div>
      ))}
      <Button onClick={add}>{texts.addOption}</Button>
    </fieldset>
  );
}

/** How the rows look as cards. */
export function CardSettings(props: SettingsProps) {
  const { pos, onClose } = props;
  const { table, change } = useTable(props);
  if (!table) return null;
  const columns = columnsIn(table);
  const { cardSize, hideColumnTitle } = table.attrs.data.view;
  const roleField = (role: ColumnRole, types: readonly string[]) => {
    const chosen = columns.findIndex(({ roles }) => roles.includes(role));
    const possible = columns.flatMap(({ data }, i) =>
      types.includes(data.type) || i === chosen
        ? [{ value: String(i), label: columnName(table.child(0).child(i).textContent, i) }]
        : [],
    );
    return (
      <SelectField
        label={texts.roles[role]}
        value={String(chosen)}
        options={[{ value: "-1", label: texts.noColumn }, ...possible]}
        onChange={(index) =>
          change((tr) => setRole(tr, pos, role, Number(index) < 0 ? undefined : Number(index)))
        }
      />
    );
  };
  return (
    <Panel label={texts.cards} onClose={onClose}>
      <SelectField
        label={texts.size}
        value={cardSize ?? "medium"}
        options={Object.entries(texts.sizes).map(([value, label]) => ({ value, label }))}
        onChange={(size) => change((tr) => setViewOptions(tr, pos, { cardSize: size }))}
      />
      {roleField("coverDefinition", ["image", "files"])}
      {roleField("coverDefinitionDark", ["image", "files"])}
      {roleField("targetDefinition", ["content-ref", "files"])}
      <fieldset class="table-choices">
        <legend>{texts.shownColumns}</legend>
        {columns.map(({ isHidden }, i) => (
          <Checkbox
            key={i}
            label={columnName(table.child(0).child(i).textContent, i)}
            checked={!isHidden}
            onChange={(isShown) => change((tr) => setColumn(tr, pos, i, { isHidden: !isShown }))}
          />
        ))}
      </fieldset>
      <Checkbox
        label={texts.hideTitles}
        checked={hideColumnTitle === true}
        onChange={(isOn) =>
          change((tr) => setViewOptions(tr, pos, { hideColumnTitle: isOn ? true : undefined }))
        }
      />
    </Panel>
  );
}

/** A form that floats. The first field has the focus, and Enter closes it. */
export function Panel({
  label,
  onClose,
  children,
}: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const panel = useRef<HTMLFormElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>("input, select, button")?.focus(), []);
  return (
    <form
      ref={panel}
      class="table-panel"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
      <div class="table-panel-actions">
        <Button type="submit">{words.common.close}</Button>
      </div>
    </form>
  );
}
