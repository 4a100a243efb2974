import type { ReadonlySignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { OptionGroups } from "../../parts/option-groups.tsx";
import { words } from "../../words/index.ts";
import type { Option, SuggestionGroup } from "./suggestion.ts";

interface SuggestionListProps {
  readonly label: string;
  readonly emptyText: string;
  readonly groups: ReadonlySignal<readonly SuggestionGroup[] | undefined>;
  readonly active: ReadonlySignal<number>;
  /** Where one types. The focus stays there; screen readers learn from it which option is active. */
  readonly textbox: HTMLElement;
  readonly onPick: (option: Option) => void;
}

export function SuggestionList(props: SuggestionListProps) {
  const { label, emptyText, textbox, onPick } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const groups = props.groups.value ?? [];
  const active = props.active.value;
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);

  useLayoutEffect(() => {
    const option = list.current?.querySelector('[aria-selected="true"]') ?? null;
    option?.scrollIntoView({ block: "nearest" });
    textbox.ariaActiveDescendantElement = option;
  });
  useLayoutEffect(() => {
    textbox.ariaHasPopup = "listbox";
    textbox.ariaAutoComplete = "list";
    textbox.ariaControlsElements = list.current && [list.current];
    return () => {
      textbox.ariaActiveDescendantElement = null;
      textbox.ariaControlsElements = null;
      textbox.ariaHasPopup = null;
      textbox.ariaAutoComplete = null;
    };
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus stays in the text.
    <div class="suggestions" onMouseDown={(event) => event.preventDefault()}>
      <div ref={list} id={id} class="suggestion-list" role="listbox" tabIndex={0} aria-label={label}>
        <OptionGroups
          groups={groups}
          active={active}
          domId={(index) => `${id}-${index}`}
          onPick={(option) => onPick(option)}
        />
      </div>
      {count === 0 && <p class="suggestion-empty">{emptyText}</p>}
      <p class="hidden-text" role="status">
        {words.palette.found(count)}
      </p>
    </div>
  );
}
