import type { ComponentChildren } from "preact";

interface SuggestedOptionProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly icon: ComponentChildren;
  readonly title: string;
  readonly note: string | undefined;
  readonly onChoose: () => void;
}

/** An option of a list box below a field, which keeps the focus. */
export function SuggestedOption({ id, isActive, icon, title, note, onChoose }: SuggestedOptionProps) {
  return (
    <div
      id={id}
      class="picker-option"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      {icon}
      <span class="row-main">
        <span class="row-title">{title}</span>
        <span class="row-note">{note}</span>
      </span>
    </div>
  );
}
