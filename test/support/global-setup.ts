// Runs once around all test files: a real PostgreSQL for those that need one, unless TEST_DATABASE_URL names one, and
// databases that they begin with.
import { bootApp } from "./app.ts";
import { prepareTemplates } from "./databases.ts";
import { startPostgres } from "./postgres.ts";

const ends: (() => Promise<void>)[] = [];

export async function globalSetup(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) {
    const server = await startPostgres();
    process.env.TEST_DATABASE_URL = server.url;
    ends.unshift(server.stop);
  }
  try {
    ends.unshift(await prepareTemplates(async (environment) => (await bootApp(environment)).close()));
  } catch (error) {
    await globalTeardown();
    throw error;
  }
}

export async function globalTeardown(): Promise<void> {
  for (const end of ends) await end();
}
