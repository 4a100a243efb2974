import { faCheck } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { words } from "../words/index.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { Keys } from "./keys.tsx";
import type { ListedOption, OptionGroup } from "./option-groups.tsx";
import { Picker } from "./picker.tsx";

/** An option that is chosen or not. It may stand for several others. */
export interface MultiOption extends ListedOption {
  readonly ids?: readonly string[];
}

interface MultiPickerDialogProps {
  readonly title: string;
  readonly size?: "small" | "wide";
  readonly placeholder?: string;
  /** The label of the button that takes what is chosen. */
  readonly action: (count: number) => string;
  readonly initial?: readonly string[];
  /** Whether nothing may be chosen. */
  readonly canBeEmpty?: boolean;
  readonly find: (query: string, chosen: readonly string[]) => readonly OptionGroup<MultiOption>[];
  readonly emptyText: string;
  readonly isLoading?: boolean;
  readonly countText: (count: number) => string;
  /** Gets the ids in the order in which they were chosen. */
  readonly onSubmit: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** A dialog in which several things are chosen: Enter chooses one, or not any more, and Ctrl Enter takes all. */
export function MultiPickerDialog(props: MultiPickerDialogProps) {
  const { title, size = "wide", placeholder = title, action, initial = [], canBeEmpty = false } = props;
  const { find, onSubmit, onClose, emptyText, isLoading = false, countText } = props;
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(initial);
  const toggle = (ids: readonly string[]) => {
    const others = chosen.filter((id) => !ids.includes(id));
    const isAll = chosen.length - others.length === ids.length;
    setChosen(isAll ? others : [...chosen, ...ids.filter((id) => !chosen.includes(id))]);
    // What is typed next replaces what was searched for.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
  };
  const groups = find(query, chosen).map(({ label, options }) => ({
    label,
    options: options.map((option) => {
      const ids = option.ids ?? [option.id];
      const isChecked = ids.every((id) => chosen.includes(id));
      const icon = <span class="picker-check">{isChecked && <Icon of={faCheck} />}</span>;
      return { ...option, icon, isChecked, onPick: () => toggle(ids) };
    }),
  }));
  const isPossible = canBeEmpty || chosen.length > 0;
  const submit = () => {
    if (!isPossible) return;
    onClose();
    onSubmit(chosen);
  };
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <div
        onKeyDownCapture={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <Picker
          label={title}
          placeholder={placeholder}
          query={query}
          onQuery={setQuery}
          groups={groups}
          emptyText={emptyText}
          isLoading={isLoading}
          countText={countText}
        />
        <footer class="dialog-actions">
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="primary" disabled={!isPossible} onClick={submit}>
            {action(chosen.length)}
            <Keys of="mod+↵" />
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
