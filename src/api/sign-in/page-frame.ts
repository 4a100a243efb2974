import { createHash } from "node:crypto";

/** The look of the workspace. These pages work while its assets are missing, so that they have their own style. */
const style = `
:root { color-scheme: light dark; --text: light-dark(#1a1b1c, #eaebee); --muted: light-dark(#6c6d70, #97989b); --page: light-dark(#f9fafd, #0e0f11);
  --raised: light-dark(#fff, #141517); --border: light-dark(#dcdee1, #2f3032); --line: light-dark(#7f8083, #76777a);
  --primary: light-dark(#346ddb, #7fa8ff); --on-primary: light-dark(#fff, #000); --link: light-dark(#3068d6, #7fa8ff); --danger: light-dark(#b3261e, #f58a85); }
* { box-sizing: border-box; }
body { margin: 0; padding: max(24px, 12vh) 16px 24px; background: var(--page); color: var(--text); font: 0.875rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
main { max-width: 360px; margin: 0 auto; padding: 32px; background: var(--raised); border: 1px solid var(--border); border-radius: 10px; }
.mark { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 600; }
.mark svg { width: 24px; height: 24px; fill: var(--primary); }
h1 { margin: 0 0 16px; font-size: 1.4375rem; line-height: 1.25; }
p { margin: 0 0 16px; }
form { display: grid; gap: 16px; margin: 0 0 16px; }
label { display: grid; gap: 4px; font-weight: 600; }
input, button, .button { width: 100%; min-height: 40px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); color: inherit; font: inherit; }
button, .button { display: grid; place-items: center; cursor: pointer; text-decoration: none; }
.primary { border-color: transparent; background: var(--primary); color: var(--on-primary); }
a { color: var(--link); text-underline-offset: 0.2em; }
.button { color: inherit; margin-bottom: 8px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
[role=alert] { color: var(--danger); }
.rule { display: flex; align-items: center; gap: 12px; color: var(--muted); }
.rule::before, .rule::after { content: ""; flex: 1; border-top: 1px solid var(--border); }
details { color: var(--muted); margin-top: 16px; }
summary { cursor: pointer; min-height: 24px; }
details > * { margin: 8px 0 0; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
@media (pointer: coarse) { input, button, .button { min-height: 44px; } }
@media (width < 420px) { body { padding-inline: 0; padding-block-start: 0; background: var(--raised); } main { border: 0; padding: 24px 16px; } }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** The Content-Security-Policy of these pages. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** A page with a title, an error message and a body. All of them are HTML. */
export function writeFrame(title: string, body: string, error?: string): string {
  const notice = error === undefined ? "" : `<p role="alert">${error}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Lectern</title>
  <link rel="icon" href="data:,">
  <style>${style}</style>
</head>
<body>
  <main>
    <p class="mark"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M4 8h24l-3 10H7zM15 18h2v8h5v2H10v-2h5z"/></svg>Lectern</p>
    <h1>${title}</h1>
    ${notice}
    ${body}
  </main>
</body>
</html>
`;
}
