import { useState } from "preact/hooks";
import type { RevisionEntry, Space } from "../data/api-types.ts";
import { formatDate } from "../data/format.ts";
import { findMatches } from "../data/matching.ts";
import { useList } from "../data/queries.ts";
import { Button } from "../parts/button.tsx";
import { openDialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { PickerDialog } from "../parts/picker-dialog.tsx";
import { Avatar } from "../parts/small.tsx";
import { words } from "../words/index.ts";
import { authorOf, summaryOf, titleOf } from "./describe.ts";
import { timeOf } from "./filters.tsx";

const texts = words.history.picker;

/** Lets the user choose a revision by its date and author. */
export function openRevisionPicker(space: Space, onPick: (entry: RevisionEntry) => void): void {
  openDialog((close) => <RevisionDialog space={space} onPick={onPick} onClose={close} />);
}

interface RevisionDialogProps {
  readonly space: Space;
  readonly onPick: (entry: RevisionEntry) => void;
  readonly onClose: () => void;
}

function RevisionDialog({ space, onPick, onClose }: RevisionDialogProps) {
  const [day, setDay] = useState("");
  const to = timeOf(day, true);
  const {
    data = [],
    isComplete,
    isLoading,
    loadMore,
  } = useList(
    "GET /spaces/:spaceId/revisions",
    { spaceId: space.id },
    { limit: 100, ...(to !== undefined && { to }) },
  );
  const find = (text: string) => [
    {
      label: words.history.revisions,
      options: findMatches(data, text, textOf, data.length).map((entry) => ({
        id: entry.id,
        label: `${formatDate(entry.createdAt)} · ${nameOf(entry)}`,
        note: `${titleOf(entry)} · ${summaryOf(entry)}`,
        icon: <Avatar name={nameOf(entry)} url={authorOf(entry)?.photoURL} />,
        onPick: () => onPick(entry),
      })),
    },
  ];
  return (
    <PickerDialog
      title={texts.choose}
      search={texts.search}
      size="wide"
      onClose={onClose}
      find={find}
      emptyText={texts.empty}
      isLoading={isLoading}
      countText={words.history.found}
    >
      <div class="toolbar">
        <TextField type="date" label={texts.until} value={day} onInput={setDay} />
        {!isComplete && (
          <Button kind="quiet" disabled={isLoading} onClick={loadMore}>
            {texts.more}
          </Button>
        )}
      </div>
    </PickerDialog>
  );
}

function nameOf(entry: RevisionEntry): string {
  return authorOf(entry)?.displayName ?? words.history.someone;
}

function textOf(entry: RevisionEntry): string {
  const pages = entry.changes.listed.map(({ title }) => title);
  return [formatDate(entry.createdAt), nameOf(entry), titleOf(entry), ...pages].join(" ");
}
