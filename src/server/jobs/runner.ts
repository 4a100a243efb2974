import { Worker } from "node:worker_threads";
import type { Context } from "../../api/http/index.ts";
import { releaseEnded } from "../../storage/jobs/index.ts";
import { hasDueJobs, type JobOutcome, runQuickJobs } from "./work.ts";

const lookEvery = 1000;

/** Looks for due jobs, does what takes but a moment, and starts a thread for all else: at rest, no thread is kept. */
export class JobRunner {
  readonly #context: Context;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #thread: Worker | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  start(): void {
    this.#looking = this.#release().catch((error) =>
      this.#context.log.warn({ err: error }, "could not give back the jobs of a process that has ended"),
    );
    this.#lookLater();
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, lookEvery);
  }

  /** Lets the jobs under way finish, for a while; those that do not are given back. */
  async stop(patience = 5000): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#looking;
    const thread = this.#thread;
    if (thread === undefined) return;
    const ended = new Promise((resolve) => thread.once("exit", resolve));
    thread.postMessage("stop");
    const deadline = setTimeout(() => void thread.terminate(), patience);
    await ended;
    clearTimeout(deadline);
    await this.#release().catch(() => {});
  }

  /** To be called while this process holds no job. */
  #release(): Promise<void> {
    const { database, clock } = this.#context;
    return database.write((trx) => releaseEnded(trx, clock.now()));
  }

  async #look(): Promise<void> {
    const { log } = this.#context;
    try {
      const isDue = async () => this.#thread === undefined && (await hasDueJobs(this.#context));
      if (await isDue()) {
        await runQuickJobs(
          this.#context,
          (outcome) => this.#note(outcome),
          () => this.#timer === undefined,
        );
        // While it looked, it may have been stopped.
        if (this.#timer === undefined) return;
        if (await isDue()) this.#startThread();
      }
    } catch (error) {
      log.warn({ err: error }, "could not look for jobs");
    }
    if (this.#timer !== undefined) this.#lookLater();
  }

  #note({ kind, outcome, error }: JobOutcome): void {
    const { log, metrics } = this.#context;
    metrics.jobs.increment({ kind, outcome });
    if (outcome === "failed") log.warn({ kind, error }, "a job failed and will be tried again");
    else log.debug({ kind }, "a job is done");
  }

  #startThread(): void {
    const { config, log } = this.#context;
    const thread = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: config,
      // Jobs throw away most of what they make: with more room for that, they would only take up more.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
    thread.on("message", (outcome: JobOutcome) => this.#note(outcome));
    thread.on("error", (error) => log.error({ err: error }, "the thread for jobs broke"));
    thread.once("exit", (code) => {
      this.#thread = undefined;
      // It did not come to its end: what it held is to be taken up again.
      if (code !== 0) this.#release().catch(() => {});
    });
    this.#thread = thread;
  }
}
