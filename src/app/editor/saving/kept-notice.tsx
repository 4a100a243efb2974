import { faClockRotateLeft } from "@fortawesome/free-solid-svg-icons";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Time } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";

interface KeptNoticeProps {
  /** When it was written. */
  readonly at: number;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers text that was typed in a window that is closed, and never saved. */
export function KeptNotice({ at, onRestore, onDiscard }: KeptNoticeProps) {
  const texts = words.editor.kept;
  return (
    <section class="content-banner" aria-label={texts.title}>
      <Icon of={faClockRotateLeft} />
      <p>
        <strong>{texts.title}</strong> <Time at={new Date(at).toISOString()} />
      </p>
      <Button kind="primary" onClick={onRestore}>
        {texts.restore}
      </Button>
      <Button onClick={onDiscard}>{texts.discard}</Button>
    </section>
  );
}
