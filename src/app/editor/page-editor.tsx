import { useEffect, useRef, useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { loadEditorSheets, useDarkMode } from "../parts/document.tsx";
import { Failure, Skeleton } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import { readDocument, readHead, sendChangesOf, type WrittenContent } from "./content-source.ts";
import { EditorExtras } from "./menus/extras.tsx";
import { applyChanges } from "./model/changes.ts";
import { fromDocument } from "./model/from-document.ts";
import { findKept, forget, type KeptChanges, keptId, keptSilence } from "./saving/kept-changes.ts";
import { KeptNotice } from "./saving/kept-notice.tsx";
import { PageSaver, type PageStart } from "./saving/page-saver.ts";
import { SaveStatus } from "./saving/save-status.tsx";
import { blockKeys } from "./view/block-keys.ts";
import { createView } from "./view/create-view.ts";
import { EditorOverlays, Overlays } from "./view/overlays.tsx";
import { ReferenceNames } from "./view/reference-names.ts";

interface PageEditorProps {
  readonly content: WrittenContent;
  readonly page: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** Called when the server has confirmed changes. */
  readonly onSaved: () => void;
}

/** The text of a page, to write in. */
export function PageEditor({ content, page, ...look }: PageEditorProps) {
  const name = `${content.space}/${content.changeRequest ?? ""}/${page}`;
  const [opened, setOpened] = useState<OpenedPage | { readonly error: unknown }>();
  const [kept, setKept] = useState<readonly KeptChanges[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      const found = await findKept(name);
      const own = found.find(({ id }) => id === keptId(name));
      const start = await openPage(content, page, name, own);
      if (!isCurrent) return;
      setKept(found.filter((changes) => changes !== own));
      setOpened(start);
    };
    open().catch((error) => isCurrent && setOpened({ error }));
    // A tab that was closed a moment ago may still be open, for all this one knows.
    const timer = setTimeout(async () => {
      const found = await findKept(name);
      if (isCurrent) setKept(found.filter(({ id }) => id !== keptId(name)));
    }, keptSilence + 1_000);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name]);

  if (opened === undefined) return <Skeleton lines={8} />;
  if ("error" in opened) return <Failure error={opened.error} />;
  const discard = async ({ id }: KeptChanges) => {
    await forget(id);
    setKept(kept.filter((changes) => changes.id !== id));
  };
  const restore = async (changes: KeptChanges) => {
    const start = await openPage(content, page, name, changes);
    await discard(changes);
    setOpened(start);
  };
  return (
    <>
      {kept.map((changes) => (
        <KeptNotice
          key={changes.id}
          at={changes.at}
          onRestore={() => restore(changes)}
          onDiscard={() => discard(changes)}
        />
      ))}
      <WrittenPage key={opened.key} content={content} page={page} opened={opened} {...look} />
    </>
  );
}

/** A page with the text that it begins with: that of the server, or what was typed after it. */
interface OpenedPage {
  readonly key: string;
  readonly start: PageStart;
  readonly doc: PageStart["base"];
}

async function openPage(
  content: WrittenContent,
  page: string,
  name: string,
  kept?: KeptChanges,
): Promise<OpenedPage> {
  const revision = kept?.revision ?? (await readHead(content));
  const base = fromDocument(await readDocument(content.space, revision, page));
  const start = { page: name, revision, base };
  if (kept === undefined) return { key: revision, start, doc: base };
  const sent = kept.sent && { changes: kept.sent, doc: applyChanges(base, kept.sent) };
  const doc = applyChanges(base, kept.changes);
  return { key: `${revision} ${kept.id}`, start: { ...start, ...(sent && { sent }) }, doc };
}

function WrittenPage({
  content,
  page,
  opened,
  language,
  direction,
  onSaved,
}: PageEditorProps & { readonly opened: OpenedPage }) {
  const host = useRef<HTMLDivElement>(null);
  const [saver] = useState(() => new PageSaver(opened.start, sendChangesOf(content, page), onSaved));
  const [overlays] = useState(() => new Overlays());
  const [names] = useState(() => new ReferenceNames(content));
  const [view, setView] = useState<EditorView>();
  const isDark = useDarkMode();

  useEffect(() => {
    const part = host.current?.shadowRoot?.firstElementChild;
    part?.setAttribute("data-mode", isDark ? "dark" : "light");
  }, [isDark, view]);

  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const root = current.shadowRoot ?? current.attachShadow({ mode: "open" });
    let isCurrent = true;
    let destroy: (() => void) | undefined;
    loadEditorSheets().then((sheets) => {
      if (!isCurrent) return;
      root.adoptedStyleSheets = sheets;
      const place = document.createElement("div");
      root.replaceChildren(place);
      const created = createView({
        place,
        doc: opened.doc,
        context: { content, page, overlays, names },
        plugins: [blockKeys],
        label: words.editor.label,
        onUpdate: (_, { docChanged }) => docChanged && saver.changed(),
      });
      saver.connect(created);
      setView(created);
      destroy = () => created.destroy();
    });
    const leave = () => void saver.flush(true);
    const hide = () => document.visibilityState === "hidden" && leave();
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      isCurrent = false;
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      saver.close();
      destroy?.();
    };
  }, []);

  return (
    <div class="page-editor">
      <SaveStatus state={saver.state} onRetry={() => saver.flush()} />
      <div
        ref={host}
        class="document-host"
        data-loading={view === undefined || undefined}
        lang={language}
        dir={direction}
      />
      {view && <EditorExtras view={view} />}
      <EditorOverlays overlays={overlays} />
    </div>
  );
}
