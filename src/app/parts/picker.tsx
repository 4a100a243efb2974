import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Keys } from "./keys.tsx";

export interface PickerOption {
  readonly id: string;
  readonly label: string;
  /** What contains it, or what was found in it. */
  readonly note?: string | undefined;
  readonly icon?: ComponentChildren;
  readonly shortcut?: string | undefined;
  readonly onPick: (event: MouseEvent | KeyboardEvent) => unknown;
}

export interface PickerGroup {
  readonly label: string;
  readonly options: readonly PickerOption[];
}

interface PickerProps {
  /** The accessible name of the field and of the list. */
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly groups: readonly PickerGroup[];
  /** What is said if nothing was found. */
  readonly emptyText: string;
  readonly isLoading?: boolean;
  /** The number of results in words, for screen readers. */
  readonly countText: (count: number) => string;
}

/** A field and a list of what matches it: arrow keys choose while the focus stays in the field, Enter picks. */
export function Picker(props: PickerProps) {
  const { label, placeholder, query, onQuery, groups, emptyText, isLoading = false, countText } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const options = groups.flatMap((group) => group.options);
  const [activeId, setActiveId] = useState<string>();
  // The chosen option stays chosen when later results are added above it.
  const found = options.findIndex((option) => option.id === activeId);
  const active = Math.max(0, found);
  const domId = (index: number) => `${id}-option-${index}`;

  useEffect(() => setActiveId(undefined), [query]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active, options[active]?.id]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: Math.min(active + 8, options.length - 1),
      PageUp: Math.max(active - 8, 0),
    };
    const target = moves[event.key];
    if (target !== undefined && options.length > 0) {
      event.preventDefault();
      setActiveId(options[(target + options.length) % options.length]?.id);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      options[active]?.onPick(event);
    }
  };
  let index = -1;
  return (
    <div class="picker">
      <input
        class="picker-input"
        autofocus
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length > 0 ? domId(active) : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={query}
        onInput={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} class="picker-list" role="listbox" aria-label={label}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox.
          <div key={group.label} role="group" aria-label={group.label}>
            <p class="picker-heading" aria-hidden="true">
              {group.label}
            </p>
            {group.options.map((option) => {
              index++;
              return <Option key={option.id} id={domId(index)} option={option} isActive={index === active} />;
            })}
          </div>
        ))}
      </div>
      {options.length === 0 && !isLoading && <p class="picker-empty">{emptyText}</p>}
      <p class="hidden-text" role="status">
        {isLoading ? "" : countText(options.length)}
      </p>
    </div>
  );
}

function Option({
  id,
  option: { label, note, icon, shortcut, onPick },
  isActive,
}: {
  readonly id: string;
  readonly option: PickerOption;
  readonly isActive: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    <div id={id} class="picker-option" role="option" aria-selected={isActive} onClick={onPick}>
      {icon}
      <span class="picker-label">{label}</span>
      {note && <span class="picker-note">{note}</span>}
      {shortcut && <Keys of={shortcut} />}
    </div>
  );
}
