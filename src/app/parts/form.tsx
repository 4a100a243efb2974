import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ApiError, messageOf } from "../data/api.ts";
import { showDone } from "../data/toasts.ts";
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

/** Why a form was refused. */
export function FormError({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  return (
    <p class="form-error" role="alert">
      {error instanceof ApiError && error.status === 400 ? error.text : messageOf(error)}
    </p>
  );
}

/** A form on a screen with the button that sends it. */
export function Form({
  action,
  done,
  label,
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
  readonly isDisabled?: boolean;
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly children: ComponentChildren;
}) {
  const { error, isBusy, submit } = useSubmit(onSubmit, () => done !== undefined && showDone(done));
  return (
    <form class="form" aria-label={label} onSubmit={submit}>
      {children}
      <FormError error={error} />
      <div class="form-actions">
        <Button kind="primary" type="submit" disabled={isBusy || isDisabled}>
          {action}
        </Button>
      </div>
    </form>
  );
}
