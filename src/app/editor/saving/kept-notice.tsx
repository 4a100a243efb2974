import { faClockRotateLeft } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Time } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { findLeft, forget, type Kept, keptSilence } from "./kept-changes.ts";

interface KeptNoticesProps<T> {
  /** The page, as its text is kept. */
  readonly page: string;
  /** Shows the text in the editor. */
  readonly onRestore: (kept: T) => Promise<void> | void;
}

/** Offers what was typed on a page in windows that are closed, and never saved. */
export function KeptNotices<T extends Kept>({ page, onRestore }: KeptNoticesProps<T>) {
  const [left, setLeft] = useState<readonly T[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const found = await findLeft<T>(page);
      if (isCurrent) setLeft(found);
    };
    void find();
    // A tab that was closed a moment ago may still be open, for all this one knows.
    const timer = setTimeout(find, keptSilence + 1_000);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [page]);
  const discard = async ({ id }: Kept) => {
    await forget(id);
    setLeft((others) => others.filter((kept) => kept.id !== id));
  };
  const restore = async (kept: T) => {
    await onRestore(kept);
    await discard(kept);
  };
  return left.map((kept) => (
    <KeptNotice key={kept.id} at={kept.at} onRestore={() => restore(kept)} onDiscard={() => discard(kept)} />
  ));
}

interface KeptNoticeProps {
  /** When it was written. */
  readonly at: number;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

function KeptNotice({ at, onRestore, onDiscard }: KeptNoticeProps) {
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
