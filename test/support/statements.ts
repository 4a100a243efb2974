import { CompiledQuery } from "kysely";
import type { TestApp } from "./app.ts";

/** The statements that the database runs while `work` runs. */
export async function statementsOf({ context }: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const { observed } = context.database;
  const statements: string[] = [];
  const before = observed.observer;
  observed.observer = {
    statementEnded: (_, statement) => statements.push(statement),
    transactionRequested: () => {},
    transactionBegan: () => {},
    transactionEnded: () => {},
  };
  try {
    await work();
  } finally {
    observed.observer = before;
  }
  return statements;
}

/** On SQLite, the plans of the statements that match while `work` runs. They depend on the statements alone, not on the rows. */
export async function plansOf(
  app: TestApp,
  pattern: RegExp,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const plans: string[] = [];
  for (const statement of (await statementsOf(app, work)).filter((text) => pattern.test(text))) {
    const explain = CompiledQuery.raw(`explain query plan ${statement}`);
    const { rows } = await app.context.database.read.executeQuery<{ detail: string }>(explain);
    plans.push(rows.map(({ detail }) => detail).join("\n"));
  }
  return plans;
}
