import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type ListedOption, type OptionGroup, OptionGroups } from "./option-groups.tsx";

export interface PickerOption extends ListedOption {
  readonly onPick: (event: MouseEvent | KeyboardEvent) => unknown;
}

export type PickerGroup = OptionGroup<PickerOption>;

interface PickerProps {
  /** The accessible name of the field and of the list. */
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Those without options are not shown. */
  readonly groups: readonly PickerGroup[];
  /** What is said if nothing was found. */
  readonly emptyText: string;
  readonly isLoading?: boolean;
  /** The number of results in words, for screen readers. */
  readonly countText: (count: number) => string;
}

/** A field and a list of what matches it: arrow keys choose while the focus stays in the field, Enter picks. */
export function Picker(props: PickerProps) {
  const { label, placeholder, query, onQuery, emptyText, isLoading = false, countText } = props;
  const groups = props.groups.filter((group) => group.options.length > 0);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const options = groups.flatMap((group) => group.options);
  const [activeId, setActiveId] = useState<string>();
  // The chosen option stays chosen when later results are added above it.
  const found = options.findIndex((option) => option.id === activeId);
  const active = Math.max(0, found);
  const domId = (index: number) => `${id}-option-${index}`;

  // Dialogs and popovers give it the focus when they are opened, but it may be loaded later.
  useLayoutEffect(() => field.current?.focus(), []);
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
  return (
    <div class="picker">
      <input
        ref={field}
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
      <div
        ref={list}
        id={`${id}-list`}
        class="picker-list"
        role="listbox"
        aria-label={label}
        onMouseDown={(event) => event.preventDefault()}
      >
        <OptionGroups
          groups={groups}
          active={active}
          domId={domId}
          onPick={(option, event) => option.onPick(event)}
        />
      </div>
      {options.length === 0 && !isLoading && <p class="picker-empty">{emptyText}</p>}
      <p class="hidden-text" role="status">
        {isLoading ? "" : countText(options.length)}
      </p>
    </div>
  );
}
