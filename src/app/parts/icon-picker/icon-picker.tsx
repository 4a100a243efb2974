import { gemoji } from "gemoji";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { foldText } from "../../data/matching.ts";
import { urlOf } from "../../navigation/router.ts";
import { words } from "../../words/index.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { NamedIcon } from "../page-icon.tsx";
import { VirtualList } from "../virtual-list.tsx";
import type { ChosenIcon } from "./open.ts";

interface Choice {
  readonly id: string;
  /** What it is called, for people. */
  readonly label: string;
  /** What it is found by. */
  readonly terms: string;
  readonly chosen: ChosenIcon;
  readonly drawing: ComponentChildren;
}

const columns = 8;
const rowHeight = 40;

const emojis: readonly Choice[] = gemoji.map(({ emoji, description, names, tags }) => ({
  id: emoji,
  label: description,
  terms: foldText([description, ...names, ...tags].join(" ").replaceAll("_", " ")),
  chosen: { emoji, icon: "" },
  drawing: <span class="emoji">{emoji}</span>,
}));

let loadedIcons: Promise<readonly Choice[]> | undefined;

async function loadIcons(): Promise<readonly Choice[]> {
  const reply = await fetch(urlOf("/icons"));
  const icons = (await reply.json()) as readonly (readonly [string, ...string[]])[];
  return icons.map((names) => ({
    id: names[0],
    label: names[0].replaceAll("-", " "),
    terms: foldText(names.join(" ").replaceAll("-", " ")),
    chosen: { emoji: "", icon: names[0] },
    drawing: <NamedIcon name={names[0]} />,
  }));
}

export function drawIconPicker(props: IconPickerProps) {
  return <IconPicker {...props} />;
}

interface IconPickerProps {
  readonly hasEmoji: boolean;
  readonly onClose: () => void;
  readonly onChoose: (chosen: ChosenIcon) => void;
}

function IconPicker({ hasEmoji, onClose, onChoose }: IconPickerProps) {
  const [kind, setKind] = useState<"emoji" | "icons">(hasEmoji ? "emoji" : "icons");
  const [icons, setIcons] = useState<readonly Choice[]>([]);
  const [query, setQuery] = useState("");
  const texts = words.editing.iconPicker;
  useEffect(() => {
    if (kind === "emoji") return;
    loadedIcons ??= loadIcons();
    loadedIcons.then(setIcons, () => {
      loadedIcons = undefined;
    });
  }, [kind]);
  const parts = foldText(query).split(/\s+/).filter(Boolean);
  const found = (kind === "emoji" ? emojis : icons).filter(({ terms }) =>
    parts.every((part) => terms.includes(part)),
  );
  const choose = (chosen: ChosenIcon) => {
    onClose();
    onChoose(chosen);
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div class="icon-picker">
        <div class="icon-picker-kinds">
          {(hasEmoji ? (["emoji", "icons"] as const) : []).map((name) => (
            <Button key={name} aria-pressed={name === kind} onClick={() => setKind(name)}>
              {texts[name]}
            </Button>
          ))}
          <Button kind="quiet" onClick={() => choose({ emoji: "", icon: "" })}>
            {texts.none}
          </Button>
        </div>
        <ChoiceGrid
          key={kind}
          choices={found}
          query={query}
          onQuery={setQuery}
          onChoose={({ chosen }) => choose(chosen)}
        />
      </div>
    </Dialog>
  );
}

interface ChoiceGridProps {
  readonly choices: readonly Choice[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onChoose: (choice: Choice) => void;
}

/** A field and what matches it: arrow keys choose while the focus stays in the field, Enter picks. */
function ChoiceGrid({ choices, query, onQuery, onChoose }: ChoiceGridProps) {
  const id = useId();
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, choices.length - 1);
  const texts = words.editing.iconPicker;
  useEffect(() => setActive(0), [query]);
  const rows = Array.from({ length: Math.ceil(choices.length / columns) }, (_, i) =>
    choices.slice(i * columns, (i + 1) * columns),
  );
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: active + 1,
    ArrowLeft: active - 1,
    ArrowDown: active + columns,
    ArrowUp: active - columns,
  };
  return (
    <>
      <input
        class="picker-input"
        autofocus
        type="text"
        role="combobox"
        aria-label={texts.search}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[active] && `${id}-${active}`}
        autocomplete="off"
        spellcheck={false}
        placeholder={texts.search}
        value={query}
        onInput={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          const target = moves[event.key];
          const choice = choices[active];
          if (target !== undefined && query !== "" && event.key === "ArrowLeft" && active === 0) return;
          if (target !== undefined) {
            event.preventDefault();
            if (choices[target]) setActive(target);
          } else if (event.key === "Enter" && choice) {
            event.preventDefault();
            onChoose(choice);
          }
        }}
      />
      <p class="hint icon-picker-name" aria-hidden="true">
        {choices[active]?.label ?? texts.nothing}
      </p>
      <div class="icon-picker-scroll">
        <VirtualList
          items={rows}
          rowHeight={rowHeight}
          keyOf={([first]) => first?.id ?? ""}
          shownIndex={Math.floor(active / columns)}
          attributes={{ id: `${id}-list`, role: "listbox", "aria-label": texts.title }}
          row={(row, rowIndex) => (
            <div class="icon-picker-row" role="presentation">
              {row.map((choice, i) => {
                const index = rowIndex * columns + i;
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
                  <div
                    key={choice.id}
                    id={`${id}-${index}`}
                    class="icon-choice"
                    role="option"
                    aria-selected={index === active}
                    aria-label={choice.label}
                    title={choice.label}
                    onClick={() => onChoose(choice)}
                  >
                    {choice.drawing}
                  </div>
                );
              })}
            </div>
          )}
        />
      </div>
      <p class="hidden-text" role="status">
        {texts.found(choices.length)}
      </p>
    </>
  );
}
