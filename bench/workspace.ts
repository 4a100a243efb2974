import type { Browser } from "playwright-core";
import { launchChromium, skip } from "../test/support/chromium.ts";
import { runLectern, type ServerProcess } from "../test/support/server.ts";
import { median } from "./load.ts";
import { progress, report } from "./report.ts";
import { call, settingsFor, withFolder, withServer } from "./server.ts";
import { insertPages } from "./sites.ts";

const pageCounts = { few: 100, many: 10_000 };
const rounds = 7;

/** The workspace in Chromium: how long a space of many pages takes to open, compared with one of few. */
export function benchWorkspace(): Promise<void> {
  if (skip) {
    progress(`workspace: ${skip}`);
    return Promise.resolve();
  }
  return withFolder((folder) => {
    const settings = settingsFor(folder);
    return withServer(settings, async (server) => {
      progress(`creating spaces of ${pageCounts.few} and ${pageCounts.many} pages`);
      const few = await createSpace(server, settings, pageCounts.few);
      const many = await createSpace(server, settings, pageCounts.many);
      const { stdout } = await runLectern(settings, "user", "sign-in-link", "--email", "admin@localhost");
      const browser = await launchChromium();
      try {
        await benchOpening(browser, server, new URL(stdout.trim()).search, { few, many });
      } finally {
        await browser.close();
      }
    });
  });
}

async function createSpace(
  server: ServerProcess,
  settings: Record<string, string>,
  count: number,
): Promise<string> {
  const [organization] = (await call(server, "GET /orgs")).items;
  const { id } = await call(server, `POST /orgs/${organization.id}/spaces`, { title: `${count} pages` });
  const { id: userId } = await call(server, "GET /user");
  const pages = Array.from({ length: count }, (_, i) => {
    const parent = i % 10 === 0 ? undefined : `page-${i - (i % 10)}`;
    return { name: `page-${i}`, bytes: 1_000, ...(parent !== undefined && { parent }) };
  });
  await insertPages(settings, { spaceId: id, userId }, pages);
  return id;
}

async function benchOpening(
  browser: Browser,
  server: ServerProcess,
  link: string,
  spaces: { readonly few: string; readonly many: string },
): Promise<void> {
  progress("opening spaces in the workspace");
  const page = await browser.newPage();
  await page.goto(`${server.url}/auth/sign-in-link${link}`);
  await page.getByRole("button", { name: /Sign in as/ }).click();
  await page.waitForURL(/\/app\//);
  const open = async (space: string) => {
    const startedAt = performance.now();
    await page.goto(`${server.url}/app/spaces/${space}`);
    await page.getByRole("heading", { name: "page-0", exact: true }).waitFor();
    await page.getByRole("treeitem", { name: "page-0" }).first().waitFor();
    return performance.now() - startedAt;
  };
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < rounds; round++)
    for (const size of ["few", "many"] as const) times[size].push(await open(spaces[size]));
  const [few, many] = [median(times.few), median(times.many)];
  report(`opening a space of ${pageCounts.few} pages in the browser, ms`, few);
  report(`… of ${pageCounts.many} pages, ms`, many);
  report("opening a space of many pages over one of few", many / few, { atMost: 1.5 });
}
