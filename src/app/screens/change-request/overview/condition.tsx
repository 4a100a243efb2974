import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { Icon } from "../../../parts/icon.tsx";

/** A line of the merge box: what is met, or what is missing. */
export function Condition({
  kind,
  icon,
  actions,
  children,
}: {
  readonly kind: "success" | "warning" | "danger" | "plain";
  readonly icon: IconDefinition;
  /** Buttons beside the text. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <li class={`merge-condition is-${kind}`}>
      <Icon of={icon} />
      <span class="merge-condition-text">{children}</span>
      {actions}
    </li>
  );
}
