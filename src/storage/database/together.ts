/**
 * Waits for statements of a transaction, which are sent one after the other without waiting for results: PostgreSQL answers them in one
 * round trip. All of them have ended when the error of the first that failed is thrown, so that none runs after the transaction.
 */
export async function together<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = Promise.all(statements);
  await Promise.allSettled([results, ...statements]);
  return results;
}
