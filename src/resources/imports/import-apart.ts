import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config.ts";
import { badInput, LecternError } from "../../errors.ts";
import type { Call } from "../../http/operation.ts";
import type { Home } from "../../importing/changes-of-harvest.ts";
import type { Harvesting, ImportOrder } from "../../importing/source.ts";
import type { ImportTarget } from "./import-target.ts";
import type { ImportResult } from "./schema.ts";

/** All that the process of one import is told. */
export interface ImportTask {
  readonly config: Config;
  readonly order: Omit<ImportOrder, "allowPrivateNetwork">;
  readonly into: ImportTarget;
  readonly userId: string;
  readonly home: Home | undefined;
  readonly ifMatch: string | undefined;
}

/** What that process says. */
export type ImportMessage =
  | { readonly progress: Parameters<Harvesting["report"]>[0] }
  /** All is read, and can be put in: it waits for its turn. */
  | { readonly isRead: true }
  | { readonly result: ImportResult }
  | { readonly refusal: Pick<LecternError, "status" | "message" | "headers"> }
  /** A mistake of ours. */
  | { readonly failure: string };

interface Surroundings extends Pick<Call, "onHangUp"> {
  readonly report: Harvesting["report"];
  /** Runs what changes the content while no other change of it does, if that may still be done. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** In megabytes: what an import may take. */
const memory = 256;

/** In minutes: how long reading a source may take, and then putting it in. */
const patience = 20;

/**
 * Imports in a process of its own: reading and putting in a whole site takes long, and what was made to take too much
 * memory would end the server with it, also in a thread.
 */
export async function importApart(
  task: ImportTask,
  { report, inTurn, onHangUp }: Surroundings,
): Promise<ImportResult> {
  const child = fork(fileURLToPath(new URL("./importer.ts", import.meta.url)), {
    // Most of what it makes is thrown away at once: with more room for that, it would only take up more.
    execArgv: [`--max-old-space-size=${memory}`, "--max-semi-space-size=4"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const { isRead, result, fail } = listen(child, report);
  const slow = setTimeout(
    () => fail(badInput("url", `takes longer than ${patience} minutes`)),
    patience * 60_000,
  );
  // Who is told nothing would import it again; what is being put in is put in.
  let isReading = true;
  onHangUp(() => isReading && fail(new LecternError(408, "Nobody waits for the import any more")));
  const tell = (words: ImportTask | "go") => child.send?.(words, (error) => error && fail(error));
  try {
    tell(task);
    await isRead;
    isReading = false;
    slow.refresh();
    return await inTurn(() => {
      tell("go");
      return result;
    });
  } finally {
    clearTimeout(slow);
    child.kill("SIGKILL");
  }
}

function listen(child: ChildProcess, report: Harvesting["report"]) {
  const read = Promise.withResolvers<void>();
  const { promise: result, resolve, reject: fail } = Promise.withResolvers<ImportResult>();
  // Whatever goes wrong before all is read is told there.
  result.catch(read.reject);
  child.on("message", (message: ImportMessage) => {
    if ("progress" in message) report(message.progress);
    else if ("isRead" in message) read.resolve();
    else if ("result" in message) resolve(message.result);
    else fail(errorIn(message));
  });
  // A process that cannot be started, or told anything any more, may say so more than once.
  child.on("error", (error) => fail(busy(error)));
  child.once("exit", (code, signal) => fail(endOf(code, signal)));
  return { isRead: read.promise, result, fail };
}

/** Why a process has ended that had more to say. */
function endOf(code: number | null, signal: NodeJS.Signals | null): Error {
  // So ends what runs out of its memory, or out of the machine's.
  if (signal === "SIGABRT" || signal === "SIGKILL")
    return badInput("url", "takes more memory than an import has");
  const end = new Error(`The process of an import ended with ${signal ?? code}`);
  return signal === null ? end : busy(end);
}

function busy(cause: Error): Error {
  const reason = "The server cannot begin another import now; try again";
  return Object.assign(new LecternError(503, reason, { "Retry-After": "60" }), { cause });
}

function errorIn(message: Extract<ImportMessage, { refusal: unknown } | { failure: unknown }>): Error {
  if ("failure" in message) return new Error(message.failure);
  const { status, message: reason, headers } = message.refusal;
  return new LecternError(status, reason, headers);
}
