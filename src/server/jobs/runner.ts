import { Worker } from "node:worker_threads";
import type { Context } from "../../api/http/index.ts";
import { findEndedHolders, releaseJobsOf } from "../../storage/jobs/index.ts";
import { scheduleRepeatingJobs } from "./kinds.ts";
import { hasDueJobs, type JobOutcome, runQuickJobs } from "./work.ts";
import type { JobThreadMessage, JobThreadReply } from "./worker.ts";

const pollInterval = 1000;

/** Polls the queue. Quick jobs run on this thread, the others on a worker thread that ends when the queue has been empty for a while. */
export class JobRunner {
  readonly #context: Context;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #thread: Worker | undefined;
  /** Whether the thread runs jobs. It is idle when none is due. */
  #isThreadBusy = false;

  constructor(context: Context) {
    this.#context = context;
  }

  start(): void {
    const { database, clock, config, log } = this.#context;
    this.#polling = database
      .write((trx) => scheduleRepeatingJobs(trx, config, clock.now()))
      .catch((error) => log.warn({ err: error }, "could not prepare the job queue"));
    this.#pollLater();
  }

  #pollLater(): void {
    this.#timer = setTimeout(() => {
      this.#polling = this.#polling.then(() => this.#poll());
    }, pollInterval);
  }

  /** Waits for running jobs until the timeout. The remaining ones return to the queue. */
  async stop(timeout = 5000): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#polling;
    const thread = this.#thread;
    if (thread === undefined) return;
    const ended = new Promise((resolve) => thread.once("exit", resolve));
    thread.postMessage("stop" satisfies JobThreadMessage);
    const deadline = setTimeout(() => void thread.terminate(), timeout);
    await ended;
    clearTimeout(deadline);
    await this.#releaseJobs().catch(() => {});
  }

  /**
   * Returns jobs that nobody runs to the queue: those of ended processes, and those that this process could not return because its
   * thread or the database ended. Must not be called while quick jobs run.
   */
  async #releaseJobs(): Promise<void> {
    const { database, clock } = this.#context;
    const holders = await findEndedHolders(database.read, this.#isThreadBusy);
    if (holders.length > 0) await database.write((trx) => releaseJobsOf(trx, holders, clock.now()));
  }

  async #poll(): Promise<void> {
    const isStopped = () => this.#timer === undefined;
    try {
      await this.#releaseJobs();
      const isDue = async () => !this.#isThreadBusy && (await hasDueJobs(this.#context));
      if (await isDue()) {
        await runQuickJobs(this.#context, (outcome) => this.#record(outcome), isStopped);
        if (isStopped()) return;
        if (await isDue()) this.#runOnThread();
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, "could not poll the job queue");
    }
    if (!isStopped()) this.#pollLater();
  }

  #record({ kind, outcome, seconds, error }: JobOutcome): void {
    const { log, metrics } = this.#context;
    metrics.jobs.inc({ kind, outcome });
    metrics.jobDurations.observe({ kind }, seconds);
    if (outcome === "failed") log.warn({ kind, error }, "a job failed and will be tried again");
    else log.debug({ kind }, "a job is done");
  }

  #runOnThread(): void {
    this.#isThreadBusy = true;
    // A new thread begins without a message.
    if (this.#thread === undefined) this.#thread = this.#startThread();
    else this.#thread.postMessage("run" satisfies JobThreadMessage);
  }

  #startThread(): Worker {
    const { config, log } = this.#context;
    const thread = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: { ...config, logLevel: log.level },
      // Most allocations are short-lived: a larger young generation would only take more memory.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
    thread.on("message", (reply: JobThreadReply) => {
      if (reply === "idle") this.#isThreadBusy = false;
      else this.#record(reply);
    });
    thread.on("error", (error) => log.error({ err: error }, "the job thread failed"));
    thread.once("exit", () => {
      this.#thread = undefined;
      this.#isThreadBusy = false;
    });
    return thread;
  }
}
