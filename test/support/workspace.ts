import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import type { Environment } from "../../src/config/config.ts";
import type { DatabaseKind } from "./databases.ts";
import { colorRules, findViolations, useBrowser, widthOf } from "./suite-browser.ts";
import { useServer } from "./suite-server.ts";

type TestContext = Parameters<ReturnType<typeof useBrowser>["open"]>[0];
type PageOptions = Parameters<ReturnType<typeof useBrowser>["open"]>[2];

/** A server with a workspace, and people who are signed in to it with browsers of their own. */
export function useWorkspace(kind: DatabaseKind, settings?: Environment) {
  const server = useServer(kind, settings);
  const browser = useBrowser();
  const sessions = new Map<string, Awaited<ReturnType<BrowserContext["cookies"]>>>();

  /** A session of its own for this user, without any password. */
  async function signIn(page: Page, email: string): Promise<void> {
    const { stdout } = await server.lectern("user", "sign-in-link", "--email", email);
    const link = new URL(stdout.trim()).searchParams.get("link");
    const reply = await page.request.post(`${server.url}/auth/sign-in-link`, {
      data: { link },
      headers: { accept: "application/json" },
    });
    assert.ok(reply.ok(), await reply.text());
  }

  /** Opens a screen as this user, who signs in once for all tests of the suite. */
  async function open(t: TestContext, email: string, path: string, options?: PageOptions): Promise<Page> {
    const page = await browser.newPage(t, options);
    const session = sessions.get(email);
    if (session) await page.context().addCookies(session);
    else {
      await signIn(page, email);
      sessions.set(email, await page.context().cookies());
    }
    await page.goto(`${server.url}/app${path}`);
    return page;
  }

  return {
    server,
    browser,
    url: (path: string) => `${server.url}/app${path}`,
    /** Adds a member to an organization. */
    async invite(organizationId: string, email: string, role: string | null): Promise<string> {
      const { users } = await server.call(`POST /orgs/${organizationId}/invites`, {
        emails: [{ email, role }],
      });
      return users[0];
    },
    open,
    /** Opens a screen with a new session, for tests that end sessions. */
    openSignedIn(t: TestContext, email: string, path: string, options?: PageOptions): Promise<Page> {
      sessions.delete(email);
      return open(t, email, path, options);
    },
  };
}

export const adminEmail = "admin@localhost";

/** Checks a screen by axe in light and in dark, and that it fits a narrow window. */
export async function checkScreen(page: Page, screen: string): Promise<void> {
  assert.deepEqual(await findViolations(page), [], screen);
  // Without motion, colors change at once.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  assert.deepEqual(await findViolations(page, { rules: colorRules }), [], `${screen} in the dark`);
  await page.emulateMedia({ colorScheme: "light" });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 720 });
  assert.ok((await widthOf(page)) <= 360, `${screen} is wider than the window`);
  if (size) await page.setViewportSize(size);
}

/** Sets the clock of a page forward, so that other windows seem to have been silent for a minute. */
export function laterClock(): void {
  const { now } = Date;
  Date.now = () => now() + 60_000;
}
