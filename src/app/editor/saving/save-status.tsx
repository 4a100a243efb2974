import type { ReadonlySignal } from "@preact/signals";
import { messageOf } from "../../data/api.ts";
import { Button } from "../../parts/button.tsx";
import { words } from "../../words/index.ts";
import type { SaveState } from "./page-saver.ts";

/** Says whether everything that was typed is on the server. */
export function SaveStatus({
  state,
  onRetry,
}: {
  readonly state: ReadonlySignal<SaveState>;
  readonly onRetry: () => void;
}) {
  const texts = words.editor.saving;
  const current = state.value;
  const text = current.kind === "failed" ? texts.failed(messageOf(current.error)) : texts[current.kind];
  return (
    <p class="save-status" role="status" data-state={current.kind}>
      {text}
      {(current.kind === "failed" || current.kind === "offline") && (
        <Button onClick={onRetry}>{texts.retry}</Button>
      )}
    </p>
  );
}
