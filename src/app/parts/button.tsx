import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { showFailure } from "../data/toasts.ts";
import { Icon } from "./icon.tsx";
import { useScreenActions } from "./screen-actions.tsx";

type NativeProps = Omit<JSX.IntrinsicElements["button"], "onClick" | "icon" | "children">;

interface ButtonProps extends NativeProps {
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly icon?: IconDefinition;
  readonly children: ComponentChildren;
  /** A promise disables the button until it is settled; its failure is shown. */
  readonly onClick?: (event: MouseEvent) => unknown;
}

export function Button({ kind = "plain", icon, children, onClick, disabled, ...rest }: ButtonProps) {
  const [isBusy, run] = useBusy(onClick);
  const element = useRef<HTMLButtonElement>(null);
  useScreenActions(() =>
    typeof children === "string" && !disabled
      ? [{ label: children, icon, run: () => element.current?.click() }]
      : [],
  );
  return (
    <button
      type="button"
      {...rest}
      ref={element}
      class={`button button-${kind}`}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={run}
    >
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
}

interface LinkButtonProps {
  readonly href: string;
  readonly kind?: "primary" | "plain";
  readonly icon?: IconDefinition;
  /** Opens another tab. */
  readonly isExternal?: boolean;
  readonly children: string;
}

/** A link that looks like a button. */
export function LinkButton({ href, kind = "plain", icon, isExternal = false, children }: LinkButtonProps) {
  const element = useRef<HTMLAnchorElement>(null);
  useScreenActions(() => [{ label: children, icon, run: () => element.current?.click() }]);
  return (
    <a
      ref={element}
      class={`button button-${kind}`}
      href={href}
      {...(isExternal && { target: "_blank", rel: "noreferrer" })}
    >
      {icon && <Icon of={icon} />}
      {children}
    </a>
  );
}

interface IconButtonProps extends NativeProps {
  readonly icon: IconDefinition;
  /** The accessible name, which is shown on hover. */
  readonly label: string;
  readonly onClick?: (event: MouseEvent) => unknown;
}

export function IconButton({ icon, label, onClick, disabled, ...rest }: IconButtonProps) {
  const [isBusy, run] = useBusy(onClick);
  return (
    <button
      type="button"
      {...rest}
      class={`icon-button ${rest.class ?? ""}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      onClick={run}
    >
      <Icon of={icon} />
    </button>
  );
}

/** While it is busy, a button does nothing, but keeps the focus or gets it back from a dialog. */
function useBusy(onClick?: (event: MouseEvent) => unknown): [boolean, (event: MouseEvent) => void] {
  const [isBusy, setBusy] = useState(false);
  const run = (event: MouseEvent) => {
    if (isBusy) return event.preventDefault();
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    setBusy(true);
    result.catch(showFailure).finally(() => setBusy(false));
  };
  return [isBusy, run];
}
