import { html } from "../site/index.ts";

interface ShellInput {
  /** The path of the server's URL, without a slash at its end. */
  readonly base: string;
  readonly assets: Readonly<
    Record<"script" | "styles" | "documentStyles" | "documentScript" | "editorStyles" | "theme", string>
  >;
  readonly theme: string | undefined;
  /** Without a session, the script leads to the sign-in page. */
  readonly isSignedIn: boolean;
  /** Whether pages reload when the server has restarted. */
  readonly isWatched: boolean;
}

/** The mark of Lectern. */
const icon =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:#346ddb}@media(prefers-color-scheme:dark){path{fill:#7fa8ff}}</style><path d="M4 8h24l-3 10H7zM15 18h2v8h5v2H10v-2h5z"/></svg>',
  );

/** The page of the workspace. Its script replaces the notice, which style sheets show only after some seconds. */
export function writeShell({ base, assets, theme, isSignedIn, isWatched }: ShellInput): string {
  const urlOf = (name: string) => `${base}/app/assets/${name}`;
  const mode = theme === "light" || theme === "dark" ? html` data-theme="${theme}"` : "";
  return html`<!doctype html>
<html lang="en" data-base="${base}" data-document-styles="${urlOf(assets.documentStyles)}" data-document-script="${urlOf(assets.documentScript)}" data-editor-styles="${urlOf(assets.editorStyles)}"${mode}${isSignedIn && html` data-signed-in`}${isWatched && html` data-watch`}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Lectern</title>
  <link rel="icon" href="${icon}">
  <link rel="stylesheet" href="${urlOf(assets.theme)}">
  <link rel="stylesheet" href="${urlOf(assets.styles)}">
  <script type="module" src="${urlOf(assets.script)}"></script>
</head>
<body>
  <div id="app"><p class="late-notice">Lectern is still loading. If nothing happens, reload the page; if that does not help, the server’s log says why.</p></div>
  <noscript><p class="notice">The workspace needs JavaScript. Published sites can be read without it.</p></noscript>
</body>
</html>
`.text;
}

export function writeMissingBundlePage(): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Lectern</title></head>
<body>
  <h1>The workspace is not built</h1>
  <p>Its scripts are missing or damaged. Stop the server and run <code>npm start</code>: it builds them again.</p>
</body>
</html>
`;
}
