import type { Extension } from "@codemirror/state";
import { useEffect, useRef, useState } from "preact/hooks";
import { findOwn } from "../editor/saving/kept-changes.ts";
import { KeptNotices } from "../editor/saving/kept-notice.tsx";
import { listenToSaveKey } from "../editor/saving/save-key.ts";
import { SaveStatus } from "../editor/saving/save-status.tsx";
import { Button } from "../parts/button.tsx";
import { Failure, Skeleton } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import { createView } from "./create-view.ts";
import { differenceOf } from "./line-ends.ts";
import { markProblems, type ReadProblems } from "./problems.ts";
import { type KeptSource, SourceSaver, type SourceTarget, type SourceVersion } from "./source-saver.ts";

export interface SourceEditorProps {
  readonly target: SourceTarget;
  readonly isReadOnly: boolean;
  /** Finds mistakes in the text. */
  readonly readProblems?: ReadProblems | undefined;
  /** Leaves the source, when everything that was typed is saved. */
  readonly onDone: () => void;
}

/** The Markdown of a page, to write in. */
export function SourceEditor(props: SourceEditorProps) {
  const { target, isReadOnly } = props;
  const [opened, setOpened] = useState<OpenedSource | { readonly error: unknown }>();
  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      const kept = isReadOnly ? undefined : await findOwn<KeptSource>(target.name);
      const source = await openSource(target, kept);
      if (isCurrent) setOpened(source);
    };
    open().catch((error) => isCurrent && setOpened({ error }));
    return () => {
      isCurrent = false;
    };
  }, [target.name, isReadOnly]);
  if (opened === undefined) return <Skeleton lines={8} />;
  if ("error" in opened) return <Failure error={opened.error} />;
  const restore = async (kept: KeptSource) => setOpened(await openSource(target, kept));
  return (
    <>
      {!isReadOnly && <KeptNotices page={target.name} onRestore={restore} />}
      <OpenSource key={opened.key} {...props} opened={opened} />
    </>
  );
}

/** The version of the server, and the text to begin with: what was typed after it, if that was never saved. */
interface OpenedSource {
  readonly key: string;
  readonly base: SourceVersion;
  readonly text: string;
}

async function openSource({ name, read }: SourceTarget, kept: KeptSource | undefined): Promise<OpenedSource> {
  const version = await read();
  if (kept === undefined) return { key: name, base: version, text: version.text };
  // What was kept may be based on an older version: then the saver notices that somebody has changed the page.
  return { key: kept.id, base: { text: version.text, document: kept.document }, text: kept.text };
}

function OpenSource(props: SourceEditorProps & { readonly opened: OpenedSource }) {
  const { target, isReadOnly, readProblems, onDone, opened } = props;
  const host = useRef<HTMLDivElement>(null);
  const [saver] = useState(() => new SourceSaver(target, opened.base));
  const texts = words.source;
  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const root = current.shadowRoot ?? current.attachShadow({ mode: "open" });
    const extensions: Extension[] = isReadOnly || !readProblems ? [] : [markProblems(readProblems)];
    const view = createView({
      ...{ root, text: opened.text, label: texts.label, isReadOnly, extensions },
      onChange: () => saver.changed(),
    });
    saver.connect({
      read: () => view.state.sliceDoc(),
      replace: (text) => {
        // Positions of the editor count every line end as one character.
        const toLines = (source: string) => view.state.toText(source).toString();
        const { from, to, insert } = differenceOf(view.state.doc.toString(), toLines(text));
        view.dispatch({ changes: { from, to, insert: insert.split("\n").join(view.state.lineBreak) } });
      },
    });
    if (!isReadOnly) view.focus();
    const leave = () => void saver.flush();
    const look = () => void saver.refresh();
    addEventListener("pagehide", leave);
    const stopListening = listenToSaveKey(leave);
    addEventListener("focus", look);
    return () => {
      removeEventListener("pagehide", leave);
      stopListening();
      removeEventListener("focus", look);
      saver.close();
      view.destroy();
    };
  }, []);
  const done = async () => {
    await saver.flush();
    if (saver.conflict.peek() === undefined) onDone();
  };
  return (
    <section class="source-editor" aria-label={texts.title}>
      <div class="source-tools">
        {!isReadOnly && <SaveStatus state={saver.state} onRetry={() => saver.flush()} />}
        <Button onClick={done}>{texts.done}</Button>
      </div>
      {saver.conflict.value && (
        <div class="content-banner" role="alert">
          <p>
            <strong>{texts.conflict.title}</strong> {texts.conflict.text}
          </p>
          <Button kind="primary" onClick={() => saver.resolve("theirs")}>
            {texts.conflict.theirs}
          </Button>
          <Button onClick={() => saver.resolve("mine")}>{texts.conflict.mine}</Button>
        </div>
      )}
      <div ref={host} class="source-host" />
      {!isReadOnly && <p class="hint">{texts.hint}</p>}
    </section>
  );
}
