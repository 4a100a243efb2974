import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { Picker, type PickerGroup } from "./picker.tsx";

interface PickerDialogProps extends Omit<DialogProps, "children"> {
  /** The accessible name of the field. It is the title if there is none. */
  readonly search?: string;
  /** The options for what was typed. Picking one closes the dialog. */
  readonly find: (query: string) => readonly PickerGroup[];
  readonly emptyText: string;
  readonly isLoading?: boolean;
  readonly countText: (count: number) => string;
  /** What is above the field. */
  readonly children?: ComponentChildren;
}

/** A dialog in which one thing is chosen. */
export function PickerDialog(props: PickerDialogProps) {
  const { search = props.title, find, emptyText, isLoading = false, countText, children, ...dialog } = props;
  const [query, setQuery] = useState("");
  const groups = find(query).map(({ label, options }) => ({
    label,
    options: options.map((option) => ({
      ...option,
      onPick: (event: MouseEvent | KeyboardEvent) => {
        dialog.onClose();
        option.onPick(event);
      },
    })),
  }));
  return (
    <Dialog {...dialog}>
      {children && <div class="picker-above">{children}</div>}
      <Picker
        label={search}
        placeholder={search}
        query={query}
        onQuery={setQuery}
        groups={groups}
        emptyText={emptyText}
        isLoading={isLoading}
        countText={countText}
      />
    </Dialog>
  );
}
