import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { newId } from "../../src/platform/ids.ts";
import { becomes } from "../support/becomes.ts";
import { skip } from "../support/chromium.ts";
import { screenDatabases } from "../support/databases.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

/** Adds jobs that were given up, which would take ten attempts and hours. */
function addFailedJobs(folder: string, kinds: readonly string[]): void {
  const database = new DatabaseSync(join(folder, "lectern.db"), { timeout: 10_000 });
  const insert = database.prepare(
    `insert into jobs (id, kind, payload, attempts, run_at, failed_at, last_error, created_at)
      values (?, ?, '{}', 10, ?, ?, ?, ?)`,
  );
  const now = new Date().toISOString();
  for (const kind of kinds) insert.run(newId(), kind, now, now, `Error: of ${kind}`, now);
  database.close();
}

for (const kind of screenDatabases.first)
  describe(`the server in the workspace (${kind})`, { skip }, () => {
    const workspace = useWorkspace(kind, { LECTERN_RATE_LIMIT: "1000" });
    const call = (operation: string, body?: object) => workspace.server.call(operation, body);

    test("is reached from the menu of its admins only, and shows health, sizes and processes", async (t) => {
      const page = await workspace.open(t, adminEmail, "/account");
      await page.getByRole("button", { name: /^Your account: / }).click();
      await page.getByRole("menuitem", { name: "Server", exact: true }).click();
      await page.getByRole("heading", { name: "Server", level: 1 }).waitFor();
      await page.getByText("The server works. Some things should be looked at.").waitFor();
      const checks = page.getByRole("list", { name: "Checks" });
      await checks.getByText("LECTERN_ENCRYPTION_KEY is not set", { exact: false }).waitFor();
      await page.getByText(/^\d+ checks passed$/).click();
      await page.getByText("Database: All migrations are applied").waitFor();
      await page.getByRole("list", { name: "Processes" }).getByText("This one").waitFor();
      await page
        .getByRole("list", { name: "Admins of the server" })
        .getByText(adminEmail, { exact: false })
        .waitFor();
      const limits = page.getByRole("list", { name: "Rate limits" });
      const ofToken = limits.getByRole("listitem").filter({ hasText: "A token of visitors" });
      await ofToken.getByText("20,000 in a minute").waitFor();
      await limits.getByText("10 in 15 minutes").waitFor();
      await page.getByText("No request was refused in the last hour.").waitFor();
      await page.getByRole("button", { name: "Measure", exact: true }).press("Enter");
      await page.getByRole("list", { name: "Largest tables" }).getByRole("listitem").nth(9).waitFor();
      await page.getByRole("button", { name: "Measure again" }).waitFor();
      await checkScreen(page, "server");

      const { items } = await call("GET /orgs");
      await workspace.invite(items[0].id, "member@example.com", "admin");
      const other = await workspace.open(t, "member@example.com", "/server", { expectedErrors: /403/ });
      await other.getByText("Only admins of the server may do this", { exact: false }).first().waitFor();
      await other.getByRole("button", { name: /^Your account: / }).click();
      await other.getByRole("menuitem", { name: "Your account" }).waitFor();
      assert.equal(await other.getByRole("menuitem", { name: "Server", exact: true }).count(), 0);
    });

    test("writes, downloads and deletes a backup, and lists jobs by state", async (t) => {
      const page = await workspace.open(t, adminEmail, "/server/backups");
      await page.getByRole("heading", { name: "No backups yet" }).waitFor();
      await checkScreen(page, "no backups");
      await page.getByRole("button", { name: "Back up now" }).press("Enter");
      const row = page.getByRole("list", { name: "Backups" }).getByRole("listitem");
      await row.getByText("By hand").waitFor();
      const downloaded = page.waitForEvent("download");
      await row.getByRole("link", { name: /^Download / }).click();
      const file = readFileSync(await (await downloaded).path());
      assert.equal(file.toString("latin1", 0, 15), "SQLite format 3");
      await checkScreen(page, "backups");
      await row.getByRole("button", { name: /^Delete / }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Delete backup" }).press("Enter");
      await page.getByRole("heading", { name: "No backups yet" }).waitFor();

      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      const jobs = page.getByRole("list", { name: "Jobs", exact: true });
      await jobs.getByText("purge-spaces").waitFor();
      await checkScreen(page, "jobs");
      await jobs
        .getByRole("button", { name: "Run now: Delete spaces whose time in the trash is over" })
        .press("Enter");
      await page.getByText("The job runs again within seconds.").waitFor();
      await page.getByLabel("State").selectOption("failed");
      await page.getByRole("heading", { name: "No jobs" }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("state"), "failed");
    });

    test("runs failed jobs again, one or all, and removes them", async (t) => {
      addFailedJobs(workspace.server.folder, ["first-kind", "second-kind", "third-kind"]);
      const page = await workspace.open(t, adminEmail, "/server/jobs?state=failed");
      const jobs = page.getByRole("list", { name: "Jobs", exact: true }).getByRole("listitem");
      await jobs.filter({ hasText: "third-kind" }).getByText("Error: of third-kind").waitFor();
      await becomes(() => jobs.count(), 3);
      await checkScreen(page, "failed jobs");
      await page.getByRole("button", { name: "Retry: first-kind" }).press("Enter");
      await jobs.filter({ hasText: "first-kind" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Remove: second-kind" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Remove job" }).press("Enter");
      await jobs.filter({ hasText: "second-kind" }).waitFor({ state: "detached" });
      const kindsIn = async (state: string) =>
        (await call(`GET /server/jobs?state=${state}&limit=1000`)).items.map(
          ({ kind }: { kind: string }) => kind,
        );
      assert.deepEqual(await kindsIn("failed"), ["third-kind"]);
      await page.getByRole("button", { name: "Retry all failed" }).press("Enter");
      await page.getByRole("heading", { name: "No jobs" }).waitFor();
      assert.deepEqual(await kindsIn("failed"), []);
      // No job has these kinds, so that they fail again, and are tried later.
      const tried = async () => (await kindsIn("waiting")).filter((kind: string) => kind.endsWith("-kind"));
      await becomes(async () => (await tried()).toSorted().join(), "first-kind,third-kind");
    });

    test("finds organizations and trusts them, and changes the log level", async (t) => {
      const { id } = await call("POST /orgs", { title: "Österreichische Bücher" });
      const page = await workspace.open(t, adminEmail, "/server/organizations");
      await page.getByLabel("Search by title, email domain or id").fill("osterreich");
      await page.getByText("1 organization", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Trust Österreichische Bücher" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Trust organization" }).press("Enter");
      await page.getByRole("button", { name: "Stop trusting Österreichische Bücher" }).waitFor();
      const { items } = await call(`GET /server/organizations?search=${id}`);
      assert.equal(items[0].trusted, true);
      await checkScreen(page, "organizations");
      await page.getByRole("button", { name: "Stop trusting Österreichische Bücher" }).press("Enter");
      await page.getByRole("dialog").getByText("end, and new ones are valid", { exact: false }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Stop trusting" }).press("Enter");
      await page.getByRole("button", { name: "Trust Österreichische Bücher", exact: true }).waitFor();
      assert.equal((await call(`GET /server/organizations?search=${id}`)).items[0].trusted, false);

      await page.getByRole("link", { name: "Settings", exact: true }).last().click();
      const table = page.getByRole("table", { name: "Settings in force" });
      await table.getByRole("row", { name: "LECTERN_RATE_LIMIT" }).waitFor();
      assert.match(await table.getByRole("row", { name: "LECTERN_ADMIN_TOKEN" }).innerText(), /Secret/);
      await checkScreen(page, "settings");
      await page.getByLabel("Log level").selectOption("error");
      await page.getByText("The log level was changed.").waitFor();
      await becomes(async () => (await call("GET /server/settings")).logLevel.level, "error");
    });
  });
