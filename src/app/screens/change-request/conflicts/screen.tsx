import { faArrowDown, faArrowUp, faCircleCheck } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Action, useActions } from "../../../data/actions.ts";
import { ApiError, call } from "../../../data/api.ts";
import type { ChangeRequest, Conflict, Space } from "../../../data/api-types.ts";
import { useConflictCount } from "../../../data/conflicts.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { showDone, showFailure, showNotice } from "../../../data/toasts.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button, IconButton, LinkButton } from "../../../parts/button.tsx";
import { openDialog } from "../../../parts/dialog.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { type ChangeRequestPath, ChangeRequestScreen } from "../change-request-screen.tsx";
import {
  type Choice,
  type Choices,
  choose,
  readChoices,
  storeChoices,
  toSave,
  writtenKind,
} from "./choices.ts";
import { ConflictCard } from "./conflict-card.tsx";
import { ParentDialog } from "./writing.tsx";

const texts = words.conflicts;
const route = "/spaces/:spaceId/change-requests/:changeRequestId/conflicts";

/** The conflicts of a change request with the primary content, and what is chosen for each. */
export function Screen({ space: spaceId, changeRequest: id }: ChangeRequestPath) {
  return (
    <ChangeRequestScreen space={spaceId} changeRequest={id}>
      {(changeRequest, space) => (
        <Conflicts key={changeRequest.id} changeRequest={changeRequest} space={space} />
      )}
    </ChangeRequestScreen>
  );
}

interface ConflictsProps {
  readonly changeRequest: ChangeRequest;
  readonly space: Space;
}

function Conflicts({ changeRequest, space }: ConflictsProps) {
  const params = { spaceId: space.id, changeRequestId: changeRequest.id };
  const list = useList(`GET ${route}`, params, { limit: 30, html: true });
  const counts = useConflictCount(changeRequest);
  return (
    <Loaded query={list}>
      {(conflicts) =>
        conflicts.length === 0 ? (
          <Settled changeRequest={changeRequest} settled={counts?.settled ?? 0} />
        ) : (
          <OpenConflicts
            changeRequest={changeRequest}
            space={space}
            conflicts={conflicts}
            settled={counts?.settled ?? 0}
            total={counts?.total ?? conflicts.length}
            {...(!list.isComplete && { onMore: () => list.loadMore() })}
          />
        )
      }
    </Loaded>
  );
}

/** What is shown when nothing is left to settle: the way to merging. */
function Settled({
  changeRequest,
  settled,
}: {
  readonly changeRequest: ChangeRequest;
  readonly settled: number;
}) {
  const isDone = settled > 0;
  return (
    <EmptyState
      icon={faCircleCheck}
      title={isDone ? texts.done : texts.none}
      text={isDone ? texts.doneText : texts.noneText}
    >
      <LinkButton
        kind="primary"
        href={urlOf(`/spaces/${changeRequest.space}/change-requests/${changeRequest.id}`)}
      >
        {texts.toMerge}
      </LinkButton>
    </EmptyState>
  );
}

interface OpenConflictsProps extends ConflictsProps {
  readonly conflicts: readonly Conflict[];
  readonly settled: number;
  readonly total: number;
  readonly onMore?: () => void;
}

function OpenConflicts({ changeRequest, space, conflicts, settled, total, onMore }: OpenConflictsProps) {
  const [choices, setChoices] = useState<Choices>(() => readChoices(changeRequest.id));
  const [current, setCurrent] = useState(conflicts[0]?.id ?? "");
  const [writing, setWriting] = useState("");
  const saveBar = useRef<HTMLDivElement>(null);
  useEffect(() => storeChoices(changeRequest.id, choices), [choices]);
  const isEditable =
    space.permissions.edit && changeRequest.status !== "merged" && changeRequest.status !== "archived";
  const staged = toSave(choices, conflicts);
  const index = conflicts.findIndex(({ id }) => id === current);
  const focus = (conflict: Conflict | undefined) => {
    if (conflict === undefined) return;
    setCurrent(conflict.id);
    const card = document.getElementById(conflict.id);
    card?.scrollIntoView({ block: "nearest" });
    card?.focus({ preventScroll: true });
  };
  const set = (conflict: Conflict, choice: Choice | undefined) =>
    setChoices((before) => choose(before, conflict.id, choice));
  const write = (conflict: Conflict) => {
    if (writtenKind(conflict) !== "parent") return setWriting(conflict.id);
    openDialog((close) => (
      <ParentDialog
        space={space.id}
        changeRequest={changeRequest.id}
        conflict={conflict}
        onPick={(choice) => set(conflict, choice)}
        onClose={close}
      />
    ));
  };
  const save = async () => {
    const { id, space: spaceId } = changeRequest;
    try {
      const { settled: count } = await call(
        `POST ${route}/resolve`,
        { spaceId, changeRequestId: id },
        { body: { choices: staged } },
      );
      setChoices({});
      storeChoices(id, {});
      showDone(texts.saved(count));
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) showNotice(texts.stale);
      else showFailure(error);
    }
    refresh(`/spaces/${spaceId}`);
  };
  /** By key, choosing moves on to the next conflict without a choice. */
  const chooseByKey = (choice: "ours" | "theirs" | "both") => () => {
    const conflict = conflicts[index];
    if (conflict === undefined || !conflict.choices.includes(choice)) return;
    set(conflict, { choice });
    const open = ({ id }: Conflict) => id !== conflict.id && choices[id] === undefined;
    const next = conflicts.slice(index + 1).find(open) ?? conflicts.find(open);
    if (next !== undefined) focus(next);
    else saveBar.current?.querySelector<HTMLButtonElement>(".button-primary")?.focus();
  };
  const undoLast = () => {
    const last = Object.keys(choices).at(-1);
    const conflict = conflicts.find(({ id }) => id === last);
    if (conflict === undefined) return;
    set(conflict, undefined);
    focus(conflict);
  };
  const action = (id: string, label: string, shortcut: string, run: () => unknown): Action => ({
    ...{ id: `conflict-${id}`, label, shortcut, group: texts.group, run },
  });
  useActions([
    action("next", texts.next, "j", () => focus(conflicts[Math.min(conflicts.length - 1, index + 1)])),
    action("previous", texts.previous, "k", () => focus(conflicts[Math.max(0, index - 1)])),
    ...(isEditable
      ? [
          action("ours", texts.keepOurs, "o", chooseByKey("ours")),
          action("theirs", texts.takeTheirs, "t", chooseByKey("theirs")),
          action("both", texts.both, "b", chooseByKey("both")),
          action("write", texts.write, "w", () => {
            const conflict = conflicts[index];
            if (conflict && writtenKind(conflict) !== undefined) write(conflict);
          }),
          action("undo", texts.undoLast, "u", undoLast),
        ]
      : []),
  ]);
  const path = `/spaces/${space.id}/change-requests/${changeRequest.id}`;
  const done = settled + staged.length;
  return (
    <div class="conflicts">
      <div ref={saveBar} class="toolbar conflicts-toolbar">
        <span class="conflicts-progress">
          <progress value={done} max={total} aria-label={texts.title} />
          <span role="status">{texts.progress(done, total)}</span>
        </span>
        <span class="changes-steps">
          <IconButton
            icon={faArrowUp}
            label={texts.previous}
            onClick={() => focus(conflicts[Math.max(0, index - 1)])}
          />
          <IconButton
            icon={faArrowDown}
            label={texts.next}
            onClick={() => focus(conflicts[Math.min(conflicts.length - 1, index + 1)])}
          />
        </span>
        {isEditable && (
          <Button kind="primary" disabled={staged.length === 0} onClick={save}>
            {staged.length === 0 ? texts.saveAll : texts.save(staged.length)}
          </Button>
        )}
      </div>
      <p class="hint">{isEditable ? texts.intro : texts.readOnly}</p>
      {conflicts.map((conflict, i) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          position={texts.position(settled + i + 1, total)}
          path={path}
          choice={choices[conflict.id]}
          isWriting={writing === conflict.id}
          isEditable={isEditable}
          onFocus={() => setCurrent(conflict.id)}
          onChoose={(choice) => set(conflict, choice)}
          onWrite={(isWriting) => {
            if (isWriting) return write(conflict);
            setWriting("");
            focus(conflict);
          }}
        />
      ))}
      {onMore && <Button onClick={onMore}>{texts.more}</Button>}
    </div>
  );
}
