import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, messageOf } from "../data/api.ts";
import { showDone } from "../data/toasts.ts";
import { askBeforeLeaving } from "../navigation/router.ts";
import { words } from "../words/index.ts";
import { Button } from "./button.tsx";

/** The state of a form that is being sent. */
export function useSubmit(send: (form: FormData) => Promise<unknown>, onDone: () => void) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await send(new FormData(event.currentTarget as HTMLFormElement));
      onDone();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, submit };
}

/** Why a form was refused. The field that the server names is shown by its label, if there is one. */
export function FormError({
  error,
  labels = {},
}: {
  readonly error: unknown;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}) {
  if (error === undefined) return null;
  const label = error instanceof ApiError && error.field !== undefined ? labels[error.field] : undefined;
  return (
    <p class="form-error" role="alert">
      {label !== undefined && `${label}: `}
      {error instanceof ApiError && (error.status === 400 || label) ? error.text : messageOf(error)}
    </p>
  );
}

/** A form on a screen with the button that sends it. */
export function Form({
  action,
  done,
  label,
  labels,
  kind = "primary",
  isDisabled,
  onSubmit,
  children,
}: {
  /** The label of the button. */
  readonly action: string;
  /** What is said when it succeeded. */
  readonly done?: string;
  /** The accessible name. */
  readonly label: string;
  /** The labels of fields by their names in the API, for errors. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The form of the screen's main action is the primary one. */
  readonly kind?: "primary" | "plain";
  readonly isDisabled?: boolean;
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly children: ComponentChildren;
}) {
  const stopAsking = useRef<() => void>(undefined);
  const { error, isBusy, submit } = useSubmit(onSubmit, () => {
    stopAsking.current?.();
    stopAsking.current = undefined;
    if (done !== undefined) showDone(done);
  });
  useEffect(() => () => stopAsking.current?.(), []);
  const onInput = () => {
    stopAsking.current ??= askBeforeLeaving(words.errors.unsaved);
  };
  return (
    <form class="form" aria-label={label} onSubmit={submit} onInput={onInput}>
      {children}
      <FormError error={error} labels={labels} />
      <div class="form-actions">
        <Button kind={kind} type="submit" disabled={isBusy || isDisabled}>
          {action}
        </Button>
      </div>
    </form>
  );
}
