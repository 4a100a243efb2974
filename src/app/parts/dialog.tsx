import { faXmark } from "@fortawesome/free-solid-svg-icons";
import { signal } from "@preact/signals";
import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { place } from "../navigation/router.ts";
import { words } from "../words/index.ts";
import { Button, IconButton } from "./button.tsx";
import { FormError, useSubmit } from "./form.tsx";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly size?: "small" | "wide";
  /** Whether the title is only for screen readers, because the content says it. */
  readonly hasHiddenTitle?: boolean;
  /** How it can be closed: by everything, only by its buttons and Escape, or not at all. */
  readonly closing?: "free" | "deliberate" | "never";
}

const controls = "button, input, select, textarea, a[href]";

/** A modal dialog. The browser keeps the focus inside, closes it with Escape and gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
  size = "small",
  hasHiddenTitle = false,
  closing = "free",
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  /** Whether something was typed, which a click beside the dialog must not lose. */
  const isTyped = useRef(false);
  const isPressedOutside = useRef(false);
  const isShown = useRef(true);
  const close = () => closing !== "never" && onClose();
  // The next key, which may come before the next frame, is for the dialog.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // Browsers choose the first control, which closes the dialog.
    if (document.activeElement?.closest(".dialog-header"))
      dialog?.querySelector<HTMLElement>(`.dialog-header ~ * :is(${controls})`)?.focus();
    return () => {
      isShown.current = false;
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog.
    <dialog
      ref={ref}
      class={`dialog dialog-${size}${hasHiddenTitle ? " dialog-bare" : ""}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => {
        if (!isShown.current) return;
        // Browsers close a dialog at the second Escape, whatever the first one did.
        if (closing === "never") ref.current?.showModal();
        else onClose();
      }}
      onInput={() => {
        isTyped.current = true;
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === ref.current;
      }}
      onClick={(event) => {
        const isOutside = event.target === ref.current && isPressedOutside.current;
        if (isOutside && closing === "free" && !isTyped.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class={hasHiddenTitle ? "hidden-text" : "dialog-header"}>
          <h2 id={titleId}>{title}</h2>
          {!hasHiddenTitle && closing !== "never" && (
            <IconButton icon={faXmark} label={words.common.close} onClick={onClose} />
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  /** The label of the button that submits. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** The labels of fields by their names in the API, for errors. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Closes the dialog when it succeeds. An error is shown in the dialog, which stays open. */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
}

export function FormDialog({
  action,
  isDangerous,
  isDisabled,
  labels,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const { error, isBusy, submit } = useSubmit(onSubmit, dialog.onClose);
  return (
    <Dialog {...dialog}>
      <form class="dialog-form" onSubmit={submit}>
        {children}
        <FormError error={error} labels={labels} />
        <footer class="dialog-actions">
          {dialog.closing !== "never" && <Button onClick={dialog.onClose}>{words.common.cancel}</Button>}
          <Button kind={isDangerous ? "danger" : "primary"} type="submit" disabled={isBusy || isDisabled}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms, such as "Delete space". */
  readonly action: string;
  readonly isDangerous?: boolean;
}

const confirmation = signal<(Confirmation & { answer(isConfirmed: boolean): void }) | undefined>(undefined);

/** Asks before something that cannot be undone. */
export function confirm(question: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    confirmation.value = {
      ...question,
      answer: (isConfirmed) => {
        confirmation.value = undefined;
        resolve(isConfirmed);
      },
    };
  });
}

/** Shows the question of `confirm`. The frame contains it once. */
export function ConfirmationDialog() {
  const question = confirmation.value;
  if (question === undefined) return null;
  return (
    <FormDialog
      title={question.title}
      action={question.action}
      isDangerous={question.isDangerous ?? false}
      onClose={() => question.answer(false)}
      onSubmit={async () => question.answer(true)}
    >
      <p>{question.text}</p>
    </FormDialog>
  );
}

type OpenDialog = (close: () => void) => ComponentChildren;

const openedDialog = signal<{ readonly id: number; readonly draw: OpenDialog } | undefined>(undefined);
let lastDialog = 0;

/** Opens a dialog from anywhere: a menu, a shortcut, the command palette. */
export function openDialog(draw: OpenDialog): void {
  openedDialog.value = { id: ++lastDialog, draw };
}

/** Shows the dialog of `openDialog`. The frame contains it once. */
export function OpenedDialog() {
  const opened = openedDialog.value;
  const { path } = place.value;
  const close = () => {
    if (openedDialog.peek() === opened) openedDialog.value = undefined;
  };
  // A dialog belongs to the screen on which it was opened.
  useEffect(() => close, [path]);
  if (opened === undefined) return null;
  return <Fragment key={opened.id}>{opened.draw(close)}</Fragment>;
}
