import type { Context } from "../http/index.ts";
import type { ExportProgress } from "./run-export.ts";
import { type ExportRow, isCurrent, updateExport } from "./store.ts";

interface Watched {
  progress(): ExportProgress | undefined;
  onCancel(): void;
}

/**
 * A function for a timer: it stores the progress of an export, and notices that it was cancelled or taken over. It writes
 * changes only, since each write makes cached pages be checked again, and does nothing while its previous call is pending.
 */
export function watchExport(context: Context, row: ExportRow, watched: Watched): () => Promise<void> {
  let stored: string | undefined;
  let isPending = false;
  return async () => {
    if (isPending) return;
    isPending = true;
    try {
      const progress = JSON.stringify(watched.progress());
      const isOurs =
        progress === stored
          ? await isCurrent(context.database.read, row)
          : await updateExport(context, row, { progress });
      stored = progress;
      if (!isOurs) watched.onCancel();
    } catch (error) {
      context.log.warn({ err: error }, "the progress of an export could not be stored");
    } finally {
      isPending = false;
    }
  };
}
