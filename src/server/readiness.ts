import type { Context } from "../api/http/index.ts";
import { LecternError } from "../platform/index.ts";
import { isMigrated, probeWriting } from "../storage/database/index.ts";

/** How long a result is kept, in milliseconds. */
const maxAge = 1000;

/** Finds out whether the server can handle requests. Concurrent callers, and those of the next second, share a result. */
export class Readiness {
  readonly #context: Pick<Context, "database" | "log">;
  #result: Promise<string | undefined> | undefined;

  constructor(context: Pick<Context, "database" | "log">) {
    this.#context = context;
  }

  /** Returns the reason why the server is not ready. */
  findProblem(): Promise<string | undefined> {
    this.#result ??= this.#check().finally(() => {
      setTimeout(() => {
        this.#result = undefined;
      }, maxAge).unref();
    });
    return this.#result;
  }

  async #check(): Promise<string | undefined> {
    const { database, log } = this.#context;
    try {
      if (!(await isMigrated(database))) return "the database is not migrated to this version";
    } catch (error) {
      log.warn({ err: error }, "the database does not answer");
      return "the database does not answer";
    }
    try {
      await probeWriting(database);
    } catch (error) {
      log.warn({ err: error }, "the database cannot be written");
      return error instanceof LecternError ? error.message : "the database cannot be written";
    }
    return undefined;
  }
}
