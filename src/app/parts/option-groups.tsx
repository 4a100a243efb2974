import type { ComponentChildren } from "preact";
import { Keys } from "./keys.tsx";

/** An option of a list that is filtered by what is typed. */
export interface ListedOption {
  readonly id: string;
  readonly label: string;
  /** What contains it, or what was found in it. */
  readonly note?: string | undefined;
  readonly icon?: ComponentChildren;
  readonly shortcut?: string | undefined;
  /** Whether it is one of several that are chosen. */
  readonly isChecked?: boolean;
}

export interface OptionGroup<Option extends ListedOption> {
  readonly label: string;
  readonly options: readonly Option[];
}

interface OptionGroupsProps<Option extends ListedOption> {
  readonly groups: readonly OptionGroup<Option>[];
  /** The index of the active option among those of all groups. */
  readonly active: number;
  readonly domId: (index: number) => string;
  readonly onPick: (option: Option, event: MouseEvent) => unknown;
}

/** The content of a list box. The focus stays where one types, which names the active option to screen readers. */
export function OptionGroups<Option extends ListedOption>(props: OptionGroupsProps<Option>) {
  const { groups, active, domId, onPick } = props;
  let index = -1;
  return (
    <>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox.
        <div key={group.label} role="group" aria-label={group.label}>
          <p class="picker-heading" aria-hidden="true">
            {group.label}
          </p>
          {group.options.map((option) => {
            index++;
            const { id, label, note, icon, shortcut, isChecked } = option;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays where one types.
              // biome-ignore lint/a11y/useKeyWithClickEvents: what has the focus has the keys.
              <div
                key={id}
                id={domId(index)}
                class="picker-option"
                role="option"
                aria-selected={index === active}
                aria-checked={isChecked}
                onClick={(event) => onPick(option, event)}
              >
                {icon}
                <span class="picker-label">{label}</span>
                {note && <span class="picker-note">{note}</span>}
                {shortcut && <Keys of={shortcut} />}
              </div>
            );
          })}
        </div>
      ))}
    </>
  );
}
