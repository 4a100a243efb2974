/**
 * Waits for statements of a transaction, which are sent one after the other without waiting for results: PostgreSQL answers them in one
 * round trip. All of them have ended when the first error is thrown, so that none runs after the transaction.
 */
export async function together<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(statements);
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
