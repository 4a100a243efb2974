import { faXmark } from "@fortawesome/free-solid-svg-icons";
import { attempt, closeToast, toasts } from "../data/toasts.ts";
import { words } from "../words/index.ts";
import { Button, IconButton } from "./button.tsx";

/** The messages about what was done, read out by screen readers. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" aria-label={words.frame.notifications}>
      {toasts.value.map(({ id, text, kind, undo, offer }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <p>{text}</p>
          {undo && (
            <Button
              kind="quiet"
              onClick={async (event) => {
                // The second click of a double click would meet the toast that takes its place.
                if (event.detail > 1) return;
                closeToast(id);
                await attempt(async () => undo());
              }}
            >
              {words.common.undo}
            </Button>
          )}
          {offer && (
            <Button
              kind="quiet"
              onClick={() => {
                closeToast(id);
                return offer.run();
              }}
            >
              {offer.label}
            </Button>
          )}
          <IconButton icon={faXmark} label={words.common.close} onClick={() => closeToast(id)} />
        </div>
      ))}
    </div>
  );
}
