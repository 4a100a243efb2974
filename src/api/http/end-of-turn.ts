let end: Promise<void> | undefined;

/**
 * Comes when all requests that arrived at once have been worked on, so that their answers are written one right after
 * the other. A client is woken by the first and awake for the others: waking it costs more than writing.
 */
export function endOfTurn(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
