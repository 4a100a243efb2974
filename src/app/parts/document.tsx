import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { theme } from "../data/theme.ts";
import { commentSheet } from "./comment-sheet.ts";

interface DocumentProps {
  /** HTML of the server. It has no scripts and no inline styles. */
  readonly html: string;
  /** The rules of the classes that only this document uses. */
  readonly styles: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** The id of the part that must be in view. */
  readonly anchor?: string;
  /** Called when the document is shown. The result is called before it goes. */
  readonly onShown?: (root: ShadowRoot) => () => void;
  /** Another value each time that somebody goes to the anchor, also if it is the same one. */
  readonly visit?: object;
}

/** The scripts of documents, which published sites have too. */
interface DocumentScript {
  connectDocument(root: ShadowRoot): void;
  /** Opens the tabs and expandables around an element. */
  reveal(element: Element): void;
}

const { documentStyles = "", documentScript = "", editorStyles = "" } = document.documentElement.dataset;
const sheets = new Map<string, Promise<CSSStyleSheet>>();
let script: Promise<DocumentScript> | undefined;

/** Loads a style sheet for shadow roots, once. */
function loadSheet(url: string): Promise<CSSStyleSheet> {
  const load = async () => new CSSStyleSheet().replace(await (await fetch(url)).text());
  const sheet = sheets.get(url) ?? load();
  sheets.set(url, sheet);
  sheet.catch(() => sheets.delete(url));
  return sheet;
}

function loadDocumentSheet(): Promise<CSSStyleSheet> {
  return loadSheet(documentStyles);
}

/** The style sheets of documents that are written in. */
export function loadEditorSheets(): Promise<CSSStyleSheet[]> {
  return Promise.all([loadDocumentSheet(), loadSheet(editorStyles)]);
}

/**
 * A document as readers see it. It is in a shadow root: its style sheet is that of published sites, whose classes have other
 * meanings in the workspace.
 */
export function Document(props: DocumentProps) {
  // A new element for each document: its scripts are connected once.
  return <DocumentHost key={props.html} {...props} />;
}

function DocumentHost({ html, styles, language, direction, anchor = "", visit, onShown }: DocumentProps) {
  const host = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const isDark = useDarkMode();

  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    root.innerHTML = `<div class="document">${html}</div>`;
    let isCurrent = true;
    const show = async () => {
      script ??= import(documentScript) as Promise<DocumentScript>;
      const own = new CSSStyleSheet();
      own.replaceSync(styles);
      root.adoptedStyleSheets = [await loadDocumentSheet(), own, commentSheet];
      const { connectDocument } = await script;
      if (!isCurrent) return;
      connectDocument(root);
      setReady(true);
    };
    show().catch(() => {
      // Without its style sheet or scripts, the text is still there.
      script = undefined;
      setReady(true);
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  useEffect(() => {
    const part = host.current?.shadowRoot?.firstElementChild;
    part?.setAttribute("data-mode", isDark ? "dark" : "light");
  }, [isDark, isReady]);

  useEffect(() => {
    const target = isReady && anchor !== "" ? host.current?.shadowRoot?.getElementById(anchor) : undefined;
    if (!target) return;
    script?.then(({ reveal }) => {
      reveal(target);
      target.scrollIntoView();
    });
  }, [anchor, visit, isReady]);

  useEffect(() => {
    const root = host.current?.shadowRoot;
    return isReady && root ? onShown?.(root) : undefined;
  }, [isReady]);

  return (
    <div
      ref={host}
      class="document-host"
      lang={language}
      dir={direction}
      data-loading={!isReady || undefined}
    />
  );
}

/** Whether the dark colors are shown. */
export function useDarkMode(): boolean {
  const [isSystemDark, setSystemDark] = useState(false);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const update = () => setSystemDark(query.matches);
    update();
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return theme.value === "dark" || (theme.value === "system" && isSystemDark);
}
