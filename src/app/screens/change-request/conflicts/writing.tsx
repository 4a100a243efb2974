import { faFile, faLayerGroup } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Conflict } from "../../../data/api-types.ts";
import { findMatches } from "../../../data/matching.ts";
import { useList } from "../../../data/queries.ts";
import { Button } from "../../../parts/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { PickerDialog } from "../../../parts/picker-dialog.tsx";
import { Emoji } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { type Choice, initialText, writtenKind } from "./choices.ts";

const texts = words.conflicts;

interface WritingProps {
  readonly conflict: Conflict;
  readonly choice: Choice | undefined;
  readonly onDone: (choice: Choice | undefined) => void;
}

/** The field in which the result is written: Markdown, lines of the front matter, or a value. */
export function Writing({ conflict, choice, onDone }: WritingProps) {
  const kind = writtenKind(conflict);
  const before =
    choice?.markdown ?? (typeof choice?.value === "string" ? choice.value : initialText(conflict));
  const [text, setText] = useState(kind === "flag" ? "true" : before);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(), []);
  const done = () => {
    if (kind === "markdown") onDone({ choice: "written", markdown: text });
    else onDone({ choice: "written", value: kind === "flag" ? text === "true" : text });
  };
  return (
    <form
      ref={form}
      class="form conflict-writing"
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onDone(undefined);
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) done();
      }}
    >
      {kind === "flag" ? (
        <SelectField
          label={texts.writtenValue}
          value={text}
          options={[
            { value: "true", label: words.changes.on },
            { value: "false", label: words.changes.off },
          ]}
          onChange={setText}
        />
      ) : kind === "value" ? (
        <TextField label={texts.writtenValue} initialValue={before} onInput={setText} />
      ) : (
        <TextAreaField
          label={kind === "lines" ? texts.writtenLines : texts.writtenText}
          initialValue={before}
          rows={Math.min(20, Math.max(4, before.split("\n").length + 1))}
          isCode
          onInput={setText}
        />
      )}
      <div class="form-actions">
        <Button kind="primary" type="submit">
          {texts.apply}
        </Button>
        <Button onClick={() => onDone(undefined)}>{texts.cancel}</Button>
      </div>
    </form>
  );
}

/** The number of pages that are offered. */
const maxShown = 50;

interface ParentDialogProps {
  readonly space: string;
  readonly changeRequest: string;
  readonly conflict: Conflict;
  readonly onPick: (choice: Choice) => void;
  readonly onClose: () => void;
}

/** Asks for the page below which a page is. */
export function ParentDialog({ space, changeRequest, conflict, onPick, onClose }: ParentDialogProps) {
  const pages = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/content/page-titles",
    { spaceId: space, changeRequestId: changeRequest },
    { limit: 1000 },
    { all: true },
  );
  const pick = (value: string, label: string) => () => onPick({ choice: "written", value, label });
  const candidates = (pages.data ?? []).filter(
    ({ id, type }) => id !== conflict.subject.id && type !== "link",
  );
  const find = (query: string) => {
    const found = findMatches(candidates, query, ({ title }) => title, maxShown);
    const top = {
      ...{ id: "top", label: texts.topLevel, onPick: pick("", texts.topLevel) },
      icon: <Emoji fallback={<Icon of={faLayerGroup} />} />,
    };
    const options = found.map(({ id, title, emoji }) => ({
      ...{ id, label: title, onPick: pick(id, title) },
      icon: <Emoji code={emoji} fallback={<Icon of={faFile} />} />,
    }));
    return [{ label: texts.pages, options: query === "" ? [top, ...options] : options }];
  };
  return (
    <PickerDialog
      title={texts.parentTitle(conflict.subject.title)}
      search={texts.searchPages}
      onClose={onClose}
      find={find}
      isLoading={pages.data === undefined}
      emptyText={texts.noPages}
      countText={texts.pagesChanged}
    />
  );
}
