import { faArrowRotateLeft, faCheck, faPen } from "@fortawesome/free-solid-svg-icons";
import type { Conflict } from "../../../data/api-types.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Badge } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { type Choice, writtenKind } from "./choices.ts";
import { Version } from "./version.tsx";
import { Writing } from "./writing.tsx";

const texts = words.conflicts;

interface ConflictCardProps {
  readonly conflict: Conflict;
  readonly position: string;
  /** The path of the change request. */
  readonly path: string;
  readonly choice: Choice | undefined;
  readonly isWriting: boolean;
  readonly isEditable: boolean;
  readonly onFocus: () => void;
  readonly onChoose: (choice: Choice | undefined) => void;
  readonly onWrite: (isWriting: boolean) => void;
}

/** A conflict: both versions side by side, what was before, and what can be chosen. */
export function ConflictCard(props: ConflictCardProps) {
  const { conflict, position, path, choice, isWriting, isEditable, onFocus, onChoose, onWrite } = props;
  const { id, subject, choices } = conflict;
  const title = `${id}-title`;
  return (
    <article
      id={id}
      class="panel conflict"
      data-chosen={choice?.choice}
      tabIndex={-1}
      aria-labelledby={title}
      onFocusIn={onFocus}
    >
      <header class="conflict-head">
        <div>
          <h2 id={title}>
            {subject.type === "page" ? (
              <a href={urlOf(`${path}/pages/${subject.id}`)}>{subject.title}</a>
            ) : (
              subject.title
            )}
          </h2>
          <p class="muted">
            {texts.subjects[subject.type]} · {describeKind(conflict)}
          </p>
        </div>
        <Badge kind={choice ? "success" : "warning"}>{position}</Badge>
      </header>
      <div class="conflict-sides">
        <Side {...props} side="ours" />
        <Side {...props} side="theirs" />
      </div>
      <details class="conflict-base">
        <summary>{texts.base}</summary>
        {conflict.base === undefined && conflict.kind !== "attribute" ? (
          <p class="hint">{texts.unknownBase}</p>
        ) : (
          <Version conflict={conflict} version={conflict.base} />
        )}
      </details>
      {isWriting && (
        <Writing
          conflict={conflict}
          choice={choice}
          onDone={(written) => {
            if (written !== undefined) onChoose(written);
            onWrite(false);
          }}
        />
      )}
      {isEditable && !isWriting && (
        <footer class="conflict-actions">
          {choice && (
            <p role="status">
              <Icon of={faCheck} /> {texts.chosen[choice.choice]}
              {choice.choice === "written" && <code class="conflict-written">{writtenText(choice)}</code>}
            </p>
          )}
          {choices.includes("both") && conflict.ours?.markdown && conflict.theirs?.markdown && (
            <Button aria-pressed={choice?.choice === "both"} onClick={() => onChoose({ choice: "both" })}>
              {texts.both}
            </Button>
          )}
          {writtenKind(conflict) !== undefined && (
            <Button icon={faPen} onClick={() => onWrite(true)}>
              {writtenKind(conflict) === "parent" ? texts.chooseParent : texts.write}
            </Button>
          )}
          {choice && (
            <Button kind="quiet" icon={faArrowRotateLeft} onClick={() => onChoose(undefined)}>
              {texts.undo}
            </Button>
          )}
        </footer>
      )}
    </article>
  );
}

function Side({
  conflict,
  side,
  choice,
  isEditable,
  onChoose,
}: ConflictCardProps & { readonly side: "ours" | "theirs" }) {
  const isDeleted = conflict.deletedBy === side;
  const isChosen = choice?.choice === side || choice?.choice === "both";
  return (
    <div class="conflict-side" data-taken={isChosen || undefined}>
      <h3>{texts[side]}</h3>
      <div class="conflict-text">
        <Version conflict={conflict} version={conflict[side]} isDeleted={isDeleted} />
      </div>
      {isEditable && (
        <Button aria-pressed={choice?.choice === side} onClick={() => onChoose({ choice: side })}>
          {labelOf(conflict, side)}
        </Button>
      )}
    </div>
  );
}

function labelOf({ deletedBy }: Conflict, side: "ours" | "theirs"): string {
  if (deletedBy !== undefined) return deletedBy === side ? texts.delete : texts.keep;
  return side === "ours" ? texts.keepOurs : texts.takeTheirs;
}

export function describeKind({ kind, field = "", deletedBy }: Conflict): string {
  if (kind === "deletion") return texts.kinds[deletedBy ?? "ours"];
  if (kind !== "attribute") return texts.kinds[kind];
  const [name = "", part] = field.split(".");
  const label = texts.fields[name] ?? words.changes.fields[name] ?? name;
  return texts.kinds.attribute(part === undefined ? label : `${label}, ${part}`);
}

function writtenText({ markdown, value, label }: Choice): string {
  if (label !== undefined) return label;
  if (typeof value === "boolean") return value ? words.changes.on : words.changes.off;
  return markdown ?? String(value ?? "");
}
