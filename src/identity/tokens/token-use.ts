import type { Database } from "../../storage/database/index.ts";

const precision = 60_000;

/** Records when tokens were last used, to the minute and in batches, so that a read does not cost a write. */
export class TokenUse {
  readonly #database: Database;
  readonly #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  record(tokenId: string, lastUsed: number, now: number): void {
    if (now - lastUsed < precision || this.#pending.has(tokenId)) return;
    this.#pending.set(tokenId, now);
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), 1000).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#pending];
    this.#pending.clear();
    if (uses.length === 0) return;
    await this.#database.write(async (trx) => {
      for (const [id, time] of uses) {
        const usedAt = new Date(time).toISOString();
        await trx.updateTable("tokens").set({ last_used_at: usedAt }).where("id", "=", id).execute();
      }
    });
  }
}
