import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Locator, Page } from "playwright-core";
import { siteSettingsOf, writeTheme } from "../../src/site/customization/index.ts";
import { useBrowser } from "./suite-browser.ts";

type TestContext = Parameters<ReturnType<typeof useBrowser>["open"]>[0];
type PageOptions = Parameters<ReturnType<typeof useBrowser>["open"]>[2];

/** A node of the editor's document as JSON. */
export interface EditorNode {
  readonly type: string;
  readonly attrs?: object;
  readonly content?: readonly EditorNode[];
  readonly text?: string;
  readonly marks?: readonly object[];
}

/** Makes nodes: `node("hint", { data: { style: "info" } }, text("paragraph", "Hello"))`. */
export function node(type: string, attrs: object, ...content: readonly EditorNode[]): EditorNode {
  return { type, attrs, content };
}

export function text(type: string, content: string, attrs: object = {}): EditorNode {
  return { type, attrs, content: content === "" ? [] : [{ type: "text", text: content }] };
}

export const p = (content: string) => text("paragraph", content);

/** The editor without a server: it shows a document that the test gives, and saves nothing. */
const program = `
import { render, h } from "preact";
import { baseKeymap } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { createView } from "./view/create-view.ts";
import { blockKeys } from "./view/block-keys.ts";
import { EditorOverlays, Overlays } from "./view/overlays.tsx";
import { ReferenceNames } from "./view/reference-names.ts";
import { EditorExtras } from "./menus/extras.tsx";
import { schema } from "./model/schema.ts";
import { toDocument } from "./model/to-document.ts";
import { OpenedDialog } from "../parts/dialog.tsx";
globalThis.openEditor = (nodes, styles) => {
  const host = document.createElement("div");
  host.className = "document-host";
  const place = document.createElement("div");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const setMode = () => { place.dataset.mode = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", setMode);
  setMode();
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = styles.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  root.append(place);
  const overlays = new Overlays();
  const parts = document.createElement("div");
  document.querySelector(".page-editor").append(host, parts);
  const view = createView({
    place,
    doc: schema.nodeFromJSON({ type: "doc", content: nodes }),
    context: { content: { space: "space" }, page: "page", overlays, names: new ReferenceNames({ space: "space" }) },
    plugins: [blockKeys],
    label: "Text of the page",
    onUpdate: () => {},
  });
  render([h(EditorExtras, { view }), h(EditorOverlays, { overlays }), h(OpenedDialog)], parts);
  globalThis.view = view;
  /** An editor of paragraphs with nothing but keys and a history, to compare with. */
  globalThis.openBareEditor = () => {
    const bare = document.createElement("div");
    root.append(bare);
    const plugins = [keymap(baseKeymap), history()];
    const paragraph = () => { const dom = document.createElement("p"); return { dom, contentDOM: dom }; };
    const state = EditorState.create({ doc: view.state.doc, plugins });
    return new EditorView(bare, { state, nodeViews: { paragraph }, attributes: { class: "document" } });
  };
  globalThis.documentOf = () => toDocument(view.state.doc);
};
`;

let bundled:
  | Promise<{ readonly script: string; readonly styles: Readonly<Record<string, string>> }>
  | undefined;

async function bundleEditor() {
  const app = fileURLToPath(new URL("../../src/app", import.meta.url));
  const options = {
    absWorkingDir: app,
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "error",
  } as const;
  const files = ["app", "document", "editor"];
  const [scripts, sheets] = await Promise.all([
    build({ ...options, stdin: { contents: program, resolveDir: `${app}/editor`, loader: "tsx" } }),
    build({ ...options, entryPoints: files.map((name) => `styles/${name}.css`), outdir: "out" }),
  ]);
  const styles = Object.fromEntries(
    files.map((name) => [
      name,
      sheets.outputFiles.find(({ path }) => path.endsWith(`${name}.css`))?.text ?? "",
    ]),
  );
  return { script: scripts.outputFiles[0]?.text ?? "", styles };
}

/** The colors of the workspace. */
const theme = writeTheme(
  siteSettingsOf({ styling: { primaryColor: { light: "#346ddb", dark: "#7fa8ff" } } }),
);

const html = `<!doctype html><html lang="en"><head><title>Editor</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/app.css"></head>
<body><main><article class="page"><h1>Page</h1><div class="page-editor"></div><button type="button" class="button">After</button></article></main></body></html>`;

const icon = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };

/** Opens editors in the browser of a suite. */
export function useEditor() {
  const browser = useBrowser();
  return {
    async open(t: TestContext, nodes: readonly EditorNode[], options: PageOptions = {}): Promise<Page> {
      bundled ??= bundleEditor();
      const { script, styles } = await bundled;
      const page = await browser.newPage(t, options);
      const replies: Readonly<Record<string, { contentType: string; body: string }>> = {
        "/": { contentType: "text/html; charset=utf-8", body: html },
        "/app.css": { contentType: "text/css", body: `${styles.app}\n${theme}` },
        "/editor.js": { contentType: "text/javascript; charset=utf-8", body: script },
      };
      await page.route("**/*", (route) => {
        const { pathname } = new URL(route.request().url());
        const reply = pathname.startsWith("/app/icons/") ? icon : replies[pathname];
        return route.fulfill(reply ?? { status: 404, body: "" });
      });
      await page.goto("http://localhost:9/");
      await page.addScriptTag({ url: "/editor.js", type: "module" });
      await page.evaluate(([content, sheets]) => Reflect.get(globalThis, "openEditor")(content, sheets), [
        nodes,
        [styles.document, styles.editor],
      ] as const);
      return page;
    },
  };
}

/** The document in the editor in a short notation, such as `paragraph("Hello")`. */
export function docOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { doc } = Reflect.get(globalThis, "view").state;
    return doc.toString().replace(/^doc\(|\)$/g, "");
  });
}

/** Drags an element by the mouse to a point of another one, which has an offset from its start and its top. */
export async function dragTo(
  page: Page,
  handle: Locator,
  target: Locator,
  offset: { readonly x: number; readonly y: number },
): Promise<void> {
  await handle.hover();
  await page.mouse.down();
  const box = await target.boundingBox();
  if (box === null) throw new Error("the target is not visible");
  // Offsets below zero are counted from the other side.
  const x = box.x + (offset.x < 0 ? box.width + offset.x : offset.x);
  const y = box.y + (offset.y < 0 ? box.height + offset.y : offset.y);
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.move(x + 1, y);
  await page.locator(".drop-cursor").waitFor();
  await page.mouse.up();
  await page.locator(".drop-cursor").waitFor({ state: "detached" });
}

/** Puts the caret into the text that contains these words, behind them or at an offset in them. */
export async function setCaret(page: Page, words: string, offset = words.length): Promise<void> {
  await page.evaluate(
    ([wanted, shift]) => {
      const view = Reflect.get(globalThis, "view");
      let position = -1;
      view.state.doc.descendants((inner: { isText: boolean; text: string }, at: number) => {
        if (position === -1 && inner.isText && inner.text.includes(wanted))
          position = at + inner.text.indexOf(wanted) + shift;
      });
      const { tr, selection } = view.state;
      const near = tr.doc.resolve(position);
      view.dispatch(tr.setSelection(selection.constructor.near(near)));
      view.focus();
    },
    [words, offset] as const,
  );
}
