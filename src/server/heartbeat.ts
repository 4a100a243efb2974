import { hostname } from "node:os";
import packageInfo from "../../package.json" with { type: "json" };
import type { Context } from "../api/http/index.ts";
import {
  forgetProcess,
  heartbeatInterval,
  processId,
  readLogLevel,
  recordProcess,
} from "../api/server/index.ts";
import type { Writer } from "../storage/database/index.ts";

/** How often changed settings are looked for, in milliseconds. */
const settingsInterval = 2000;

/** Lists this process among those of the server, and follows settings that are changed while the server runs. */
export class Heartbeat {
  readonly #context: Context;
  readonly #startedAt: string;
  #timers: NodeJS.Timeout[] = [];

  constructor(context: Context) {
    this.#context = context;
    this.#startedAt = context.clock.now();
  }

  start(): void {
    void this.beat();
    void this.followSettings();
    this.#timers = [
      setInterval(() => void this.beat(), heartbeatInterval),
      setInterval(() => void this.followSettings(), settingsInterval),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#context.database.write((trx) => forgetProcess(trx, processId)).catch(() => {});
  }

  /** Never rejects: the next one may succeed. */
  async beat(): Promise<void> {
    const { database, clock, metrics } = this.#context;
    const row = {
      id: processId,
      host: hostname(),
      pid: process.pid,
      version: packageInfo.version,
      memory: process.memoryUsage.rss(),
      refused: metrics.refused.count(clock.time()),
      started_at: this.#startedAt,
      seen_at: clock.now(),
    };
    const record = async (trx: Writer) => {
      await recordProcess(trx, row);
      await database.keepVersion?.(trx);
    };
    await database.tryWrite(record, "snapshot").catch(() => {});
  }

  async followSettings(): Promise<void> {
    const { database, config, log } = this.#context;
    const current = await readLogLevel(database.read, config).catch(() => undefined);
    if (current !== undefined && log.level !== current.level) log.level = current.level;
  }
}
