/** The Content-Security-Policy of these pages. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** A link to start a login at an identity provider. */
export interface LoginLink {
  readonly label: string;
  readonly startURL: string;
}

export function signInPage(loginLinks: readonly LoginLink[], error?: string): string {
  const links = loginLinks.map(
    ({ label, startURL }) => `<p><a href="${escapeHtml(startURL)}">Sign in with ${escapeHtml(label)}</a></p>`,
  );
  return page(
    "Sign in",
    `${links.join("\n    ")}
    <form method="post" action="/auth/sign-in">
      <label>E-mail <input name="email" type="email" autocomplete="username" required autofocus></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button>Sign in</button>
    </form>`,
    error,
  );
}

export function signedInPage(displayName: string, email: string): string {
  return page(
    "Signed in",
    `<p>You are signed in as ${escapeHtml(displayName)} (${escapeHtml(email)}).</p>
    <form method="post" action="/auth/sign-out"><button>Sign out</button></form>`,
  );
}

export function passwordPage(link: string, error?: string): string {
  return page(
    "Choose a password",
    `<form method="post" action="/auth/password">
      <input name="link" type="hidden" value="${escapeHtml(link)}">
      <label>New password <input name="password" type="password" autocomplete="new-password" minlength="8" required autofocus></label>
      <button>Save</button>
    </form>`,
    error,
  );
}

/** Following the link only shows this page: mail programs and chats open links to preview them. */
export function signInLinkPage(link: string, email: string): string {
  return page(
    "Sign in",
    `<form method="post" action="/auth/sign-in-link">
      <input name="link" type="hidden" value="${escapeHtml(link)}">
      <button autofocus>Sign in as ${escapeHtml(email)}</button>
    </form>`,
  );
}

/** Shown for a link that is not valid. */
export function invalidLinkPage(message: string): string {
  return page(
    "Sign in",
    `<p>A link works once, and for a quarter of an hour. An operator of this server can create another one:</p>
    <p><code>npm run --silent lectern -- user sign-in-link --email you@example.com</code></p>
    <p><a href="/auth/sign-in">Sign in another way</a></p>`,
    message,
  );
}

export function errorPage(message: string): string {
  return page("Request failed", `<p><a href="/auth/sign-in">Sign in</a></p>`, message);
}

function page(title: string, body: string, error?: string): string {
  const notice = error === undefined ? "" : `<p role="alert">${escapeError(error)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Lectern</title>
  <style>
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 22rem; margin: 15vh auto; padding: 0 1rem; }
    label, input, button { display: block; width: 100%; box-sizing: border-box; }
    input, button { font: inherit; padding: 0.5rem; margin: 0.25rem 0 1rem; }
    [role=alert] { color: #b00020; }
  </style>
</head>
<body>
  <h1>${title}</h1>
  ${notice}
  ${body}
</body>
</html>
`;
}

/** Escapes and shortens a message; turns the URL of an organization's sign-in page into a link. */
function escapeError(error: string): string {
  return escapeHtml(error.slice(0, 2000)).replace(
    /https?:\/\/\S+(\/auth\/sign-in\?organization=\w+)$/,
    (_, path: string) => `<a href="${path}">sign in there</a>`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
