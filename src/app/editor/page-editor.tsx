import { useEffect, useRef, useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import type { TextComments } from "../data/text-comments.ts";
import { commentSheet } from "../parts/comment-sheet.ts";
import { loadEditorSheets, useDarkMode } from "../parts/document.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Failure, Skeleton } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import { EditorText } from "./comments/editor-text.ts";
import { readDocument, readHead, sendChangesOf, type WrittenContent } from "./content-source.ts";
import { applyChanges } from "./model/changes.ts";
import { fromDocument } from "./model/from-document.ts";
import { findOwn, type KeptChanges } from "./saving/kept-changes.ts";
import { KeptNotices } from "./saving/kept-notice.tsx";
import { PageSaver, type PageStart } from "./saving/page-saver.ts";
import { listenToSaveKey } from "./saving/save-key.ts";
import { SaveStatus } from "./saving/save-status.tsx";
import { revealAnchor } from "./view/anchors.ts";
import { blockKeys } from "./view/block-keys.ts";
import { createView } from "./view/create-view.ts";
import { EditorOverlays, Overlays } from "./view/overlays.tsx";
import { ReferenceNames } from "./view/reference-names.ts";

interface PageEditorProps {
  readonly content: WrittenContent;
  readonly page: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** Whether the text gets the focus when it is shown first. */
  readonly takesFocus: () => boolean;
  /** The comments on the page. */
  readonly comments?: TextComments;
  /** Called when the server has confirmed changes. */
  readonly onSaved: () => void;
}

/** The text of a page, to write in. */
export function PageEditor({ content, page, ...look }: PageEditorProps) {
  const name = `${content.space}/${content.changeRequest ?? ""}/${page}`;
  const [opened, setOpened] = useState<OpenedPage | { readonly error: unknown }>();
  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      const start = await openPage(content, page, name, await findOwn(name));
      if (isCurrent) setOpened(start);
    };
    open().catch((error) => isCurrent && setOpened({ error }));
    return () => {
      isCurrent = false;
    };
  }, [name]);

  if (opened === undefined) return <Skeleton lines={8} />;
  if ("error" in opened) return <Failure error={opened.error} />;
  const restore = async (kept: KeptChanges) => setOpened(await openPage(content, page, name, kept));
  return (
    <>
      <KeptNotices page={name} onRestore={restore} />
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
  takesFocus,
  comments,
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

  // Before it is shown, it cannot have the focus.
  useEffect(() => {
    if (view && takesFocus()) view.focus();
  }, [view]);

  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const root = current.shadowRoot ?? current.attachShadow({ mode: "open" });
    let isCurrent = true;
    let destroy: (() => void) | undefined;
    loadEditorSheets().then((sheets) => {
      if (!isCurrent) return;
      root.adoptedStyleSheets = [...sheets, commentSheet];
      const place = document.createElement("div");
      root.replaceChildren(place);
      const created = createView({
        place,
        doc: opened.doc,
        context: { content, page, overlays, names, comments },
        plugins: [blockKeys],
        label: words.editor.label,
        onUpdate: (_, { docChanged }) => docChanged && saver.changed(),
      });
      saver.connect(created);
      revealAnchor(created);
      setView(created);
      const disconnect = comments && new EditorText(created, saver).connect(comments);
      destroy = () => {
        disconnect?.();
        created.destroy();
      };
    });
    const leave = () => void saver.flush(true);
    const hide = () => document.visibilityState === "hidden" && leave();
    addEventListener("pagehide", leave);
    const stopListening = listenToSaveKey(() => saver.flush());
    document.addEventListener("visibilitychange", hide);
    return () => {
      isCurrent = false;
      removeEventListener("pagehide", leave);
      stopListening();
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
      {view && <Extras view={view} />}
      <EditorOverlays overlays={overlays} />
    </div>
  );
}

const LoadedExtras = lazy(async () => (await import("./on-demand.ts")).EditorExtras);
const firstSigns = ["pointermove", "pointerdown", "keydown", "focusin"];

/** The menus around the text. They are loaded when somebody moves the pointer, presses a key or goes into the text. */
function Extras({ view }: { readonly view: EditorView }) {
  const [isUsed, setUsed] = useState(view.hasFocus());
  useEffect(() => {
    const use = () => setUsed(true);
    for (const sign of firstSigns) addEventListener(sign, use, { once: true, passive: true });
    return () => {
      for (const sign of firstSigns) removeEventListener(sign, use);
    };
  }, []);
  return isUsed ? <LoadedExtras view={view} /> : <p class="word-count" />;
}
