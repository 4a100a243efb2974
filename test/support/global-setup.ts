// Runs once around all test files: starts PostgreSQL unless TEST_DATABASE_URL is set, and prepares the templates unless a run around
// this one has.
import { prepareTemplates } from "./databases.ts";
import { startPostgres } from "./postgres.ts";

const teardowns: (() => Promise<void>)[] = [];

export async function globalSetup(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) {
    const server = await startPostgres();
    process.env.TEST_DATABASE_URL = server.url;
    teardowns.unshift(server.stop);
  }
  if (process.env.TEST_TEMPLATES) return;
  try {
    // Loading the program takes more than a second.
    const { bootApp } = await import("./app.ts");
    teardowns.unshift(await prepareTemplates(async (environment) => (await bootApp(environment)).close()));
  } catch (error) {
    await globalTeardown();
    throw error;
  }
}

export async function globalTeardown(): Promise<void> {
  for (const teardown of teardowns) await teardown();
}
