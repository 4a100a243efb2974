import type { Logger } from "pino";
import {
  type Clock,
  Coalescer,
  finishYielding,
  newId,
  StepCounter,
  type Steps,
  tooManyRequests,
} from "../platform/index.ts";
import type { Database } from "../storage/database/index.ts";
import type { TrackedEvent } from "./event.ts";
import { type EventBatch, insertBatch, isSiteDeleted, writeEvent } from "./event-store.ts";
import { type StoringOptions, toStoredEvent } from "./to-stored-event.ts";
import { DailyVisitors, visitorHasher } from "./visitor-ids.ts";

/** How long events of readers are collected before they are written, in milliseconds. */
const maxDelay = 1_000;
/** The number of events that are written at once at the latest. */
const maxPending = 1_000;
/** The number of events that are converted in one step. */
const eventsPerStep = 20;
/** The number of events in a row. */
const maxBatch = 500;
/** The number of events that may wait for the database. */
const maxWaiting = 20_000;

interface Pending {
  readonly siteId: string;
  /** The JSON text of the event. */
  readonly text: string;
}

interface RecorderContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: { readonly visitors: string };
}

/** Takes events and writes them in batches, one transaction for all that arrived in the meantime. */
export class EventRecorder {
  readonly #context: RecorderContext;
  readonly #visitors: DailyVisitors;
  #pending: Pending[] = [];
  /** The number of events that are converted, pending or being written. */
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #writes = new Coalescer<void>();

  constructor(context: RecorderContext) {
    this.#context = context;
    this.#visitors = new DailyVisitors(context.database);
  }

  /** The id of a visitor without a cookie, for today. */
  dailyVisitor(address: string, userAgent: string): Promise<string> {
    return this.#visitors.idOf(this.#context.clock.now().slice(0, 10), address, userAgent);
  }

  /** Takes an event that is written within a second. It is lost if the server crashes before. */
  record(siteId: string, event: TrackedEvent): void {
    if (this.#waiting >= maxWaiting) return;
    const { clock } = this.#context;
    const hashId = this.#hasherOf(siteId);
    this.#pending.push(toPending(siteId, event, { now: clock.now(), field: "event", hashId }));
    this.#waiting += 1;
    if (this.#pending.length >= maxPending) void this.flush().catch(() => {});
    else this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), maxDelay).unref();
  }

  /** Takes events, and returns when they are written. */
  async commit(siteId: string, events: readonly TrackedEvent[]): Promise<void> {
    if (this.#waiting + events.length > maxWaiting)
      throw tooManyRequests("Too many events are waiting to be stored; try again later", maxWaiting, 1);
    this.#waiting += events.length;
    const converted = await finishYielding(this.#convert(siteId, events)).catch((error) => {
      this.#waiting -= events.length;
      throw error;
    });
    this.#pending.push(...converted);
    await this.flush();
  }

  /** Writes the events that have been taken. Calls during a transaction share the next one. */
  flush(): Promise<void> {
    return this.#writes.run("", () => this.#write());
  }

  *#convert(siteId: string, events: readonly TrackedEvent[]): Steps<Pending[]> {
    const now = this.#context.clock.now();
    const hashId = this.#hasherOf(siteId);
    const step = new StepCounter(eventsPerStep);
    const converted: Pending[] = [];
    for (const [i, event] of events.entries()) {
      converted.push(toPending(siteId, event, { now, field: `events[${i}]`, hashId }));
      if (step.isComplete()) yield;
    }
    return converted;
  }

  #hasherOf(siteId: string) {
    return visitorHasher(this.#context.secrets.visitors, siteId);
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length === 0) return;
    try {
      await writeBatches(this.#context.database, batchesOf(pending));
    } catch (error) {
      this.#context.log.warn({ err: error, events: pending.length }, "events of readers could not be stored");
      throw error;
    } finally {
      this.#waiting -= pending.length;
    }
  }
}

function toPending(siteId: string, event: TrackedEvent, options: StoringOptions): Pending {
  return { siteId, text: writeEvent(toStoredEvent(event, options)) };
}

interface SiteBatch extends EventBatch {
  readonly siteId: string;
}

function batchesOf(pending: readonly Pending[]): SiteBatch[] {
  return [...Map.groupBy(pending, ({ siteId }) => siteId)].flatMap(([siteId, events]) =>
    Array.from({ length: Math.ceil(events.length / maxBatch) }, (_, i) => ({
      siteId,
      id: newId(),
      events: `[${events.slice(i * maxBatch, (i + 1) * maxBatch).map(({ text }) => text)}]`,
    })),
  );
}

/** A site may be deleted while its events are written. Then the others are written one by one. */
async function writeBatches(database: Database, batches: readonly SiteBatch[]): Promise<void> {
  const write = (some: readonly SiteBatch[]) =>
    database.write(
      async (trx) => {
        for (const { siteId, ...batch } of some) await insertBatch(trx, siteId, batch);
      },
      undefined,
      "snapshot",
    );
  try {
    await write(batches);
  } catch (error) {
    if (!isSiteDeleted(error)) throw error;
    for (const batch of batches)
      await write([batch]).catch((failure) => {
        if (!isSiteDeleted(failure)) throw failure;
      });
  }
}
