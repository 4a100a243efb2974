import type { LoginProvider } from "./login-methods.ts";
import { writeFrame } from "./page-frame.ts";

export function signInPage(providers: readonly LoginProvider[], error?: string): string {
  const links = providers.map(
    ({ label, startURL }) =>
      `<a class="button" href="${escapeHtml(startURL)}">Sign in with ${escapeHtml(label)}</a>`,
  );
  return page(
    "Sign in",
    `${links.join("\n    ")}
    ${links.length > 0 ? `<p class="rule">or</p>` : ""}
    <form method="post" action="/auth/sign-in">
      <label>E-mail <input name="email" type="email" autocomplete="username" required autofocus></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button class="primary">Sign in</button>
    </form>
    <details>
      <summary>Sign in with your organization</summary>
      <form method="get" action="/auth/sign-in">
        <label>Name or id of the organization <input name="organization" required></label>
        <button>Continue</button>
      </form>
    </details>
    <details>
      <summary>Forgot your password?</summary>
      <p>Ask the person who runs this server. They create a link with which you choose a new one:</p>
      <p><code>npm run --silent lectern -- user password-link --email you@example.com</code></p>
    </details>`,
    error,
  );
}

export function signedInPage(displayName: string, email: string): string {
  return page(
    "Signed in",
    `<p>You are signed in as ${escapeHtml(displayName)} (${escapeHtml(email)}).</p>
    <p><a class="button primary" href="/app">Open the workspace</a></p>
    <form method="post" action="/auth/sign-out"><button>Sign out</button></form>`,
  );
}

interface PasswordLink {
  readonly email: string;
  /** The title of the organization that invites the user. */
  readonly title: string | null;
}

/** The form of a link. Without a valid link, it says nothing about whom it was for. */
export function passwordPage(secret: string, link: PasswordLink | undefined, error?: string): string {
  const invitation = link?.title
    ? `<p>${escapeHtml(link.title)} has invited you as ${escapeHtml(link.email)}.</p>`
    : "";
  return page(
    link?.title ? `Join ${escapeHtml(link.title)}` : "Choose a password",
    `${invitation}
    <form method="post" action="/auth/password">
      <input name="link" type="hidden" value="${escapeHtml(secret)}">
      ${link ? `<input type="hidden" autocomplete="username" value="${escapeHtml(link.email)}">` : ""}
      <label>New password <input name="password" type="password" autocomplete="new-password" minlength="8" required autofocus></label>
      <button class="primary">Save</button>
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
      <button class="primary" autofocus>Sign in as ${escapeHtml(email)}</button>
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
  return writeFrame(title, body, error === undefined ? undefined : escapeError(error));
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
