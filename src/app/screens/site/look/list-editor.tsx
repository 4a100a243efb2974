import { faArrowDown, faArrowUp, faGripVertical, faPlus, faTrash } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button, IconButton } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { words } from "../../../words/index.ts";
import { moved } from "./values.ts";

const texts = words.look.list;

interface ListEditorProps<T> {
  /** The accessible name of the list. */
  readonly label: string;
  readonly items: readonly T[];
  readonly nameOf: (item: T) => string;
  readonly addLabel: string;
  readonly newItem: () => T;
  readonly maxItems: number;
  readonly onChange: (items: readonly T[]) => void;
  readonly children: (item: T, change: (item: T) => void) => ComponentChildren;
}

/** A list whose items are added, edited, removed, and moved by dragging, by buttons or by Alt with an arrow key. */
export function ListEditor<T>(props: ListEditorProps<T>) {
  const { label, items, nameOf, addLabel, newItem, maxItems, onChange, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<number>();
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState("");
  const shownName = (item: T) => nameOf(item) || texts.untitled;
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onChange(moved(items, from, to));
    setOpened((index) => (index === from ? to : undefined));
    setSaid(texts.moved(shownName(item), to + 1, items.length));
    // The control that was used is in the other row now.
    requestAnimationFrame(() =>
      list.current?.children[to]?.querySelector<HTMLElement>(":scope > .list-row .list-handle")?.focus(),
    );
  };
  return (
    <div class="list-editor">
      <ul ref={list} aria-label={label}>
        {items.map((item, i) => (
          <li
            // Items have no ids, and equal ones may be in the list twice.
            key={i}
            class={dragged === i ? "is-dragged" : ""}
            onDragOver={(event) => {
              if (dragged !== undefined) event.preventDefault();
            }}
            onDrop={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              move(dragged, i);
              setDragged(undefined);
            }}
          >
            <div class="list-row">
              <button
                type="button"
                class="icon-button list-handle"
                aria-label={texts.move(shownName(item))}
                title={texts.moveHint}
                draggable
                onDragStart={(event) => {
                  event.stopPropagation();
                  event.dataTransfer?.setData("text/plain", shownName(item));
                  setDragged(i);
                }}
                onDragEnd={() => setDragged(undefined)}
                onKeyDown={(event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                  if (step === undefined || !event.altKey) return;
                  event.preventDefault();
                  move(i, i + step);
                }}
              >
                <Icon of={faGripVertical} />
              </button>
              <button
                type="button"
                class="list-name"
                aria-expanded={opened === i}
                onClick={() => setOpened(opened === i ? undefined : i)}
              >
                {shownName(item)}
              </button>
              <IconButton
                icon={faArrowUp}
                label={texts.up(shownName(item))}
                disabled={i === 0}
                onClick={() => move(i, i - 1)}
              />
              <IconButton
                icon={faArrowDown}
                label={texts.down(shownName(item))}
                disabled={i === items.length - 1}
                onClick={() => move(i, i + 1)}
              />
              <IconButton
                icon={faTrash}
                label={texts.remove(shownName(item))}
                onClick={() => {
                  onChange(items.filter((_, index) => index !== i));
                  setOpened(undefined);
                }}
              />
            </div>
            {opened === i && (
              <div class="list-fields">
                {children(item, (next) =>
                  onChange(items.map((other, index) => (index === i ? next : other))),
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {items.length === 0 && <p class="hint">{texts.empty}</p>}
      {items.length < maxItems && (
        <Button
          icon={faPlus}
          onClick={() => {
            onChange([...items, newItem()]);
            setOpened(items.length);
          }}
        >
          {addLabel}
        </Button>
      )}
      <p class="hidden-text" role="status">
        {said}
      </p>
    </div>
  );
}
