// Runs once around all test files: a real PostgreSQL for those that need one, unless TEST_DATABASE_URL names one.
import { startPostgres } from "./postgres.ts";

let stop = async (): Promise<void> => {};

export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  stop = server.stop;
}

export async function globalTeardown(): Promise<void> {
  await stop();
}
