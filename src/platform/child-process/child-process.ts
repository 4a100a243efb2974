import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { LecternError } from "../errors.ts";
import type { Message } from "./message.ts";
import { watchMemory } from "./watch-memory.ts";

export interface ChildProcessOptions<Words> {
  /** What runs in the process: a file that calls `workApart`. */
  readonly script: URL;
  /** What the work is called in a sentence: "import". */
  readonly name: string;
  /** In megabytes: how much JavaScript's objects may take, and the process as a whole where that is watched. */
  readonly memory: { readonly heap: number; readonly resident?: number };
  /** In minutes: how long it may take. */
  readonly timeoutMinutes: number;
  /** What the caller is told when it takes longer, or more memory. */
  readonly timeoutError: LecternError;
  readonly memoryError: LecternError;
  /** Told what the process says before it is done. */
  onMessage?(words: Words): void;
}

/** The process, as long as it lives. */
export interface ChildHandle<Result> {
  readonly result: Promise<Result>;
  /** Says something to it, its task first of all. */
  send(words: unknown): void;
  /** Gives the work up; `result` ends with this. */
  fail(error: Error): void;
  /** From now on, it may take that long once more. */
  restartTimeout(): void;
}

/**
 * Works in a process of its own, which ends with the work: what takes long holds up no request, and what was made to
 * take too much memory would end the server with it, also in a thread.
 */
export async function withChildProcess<Result, Words, T>(
  assignment: ChildProcessOptions<Words>,
  work: (child: ChildHandle<Result>) => Promise<T>,
): Promise<T> {
  const {
    script,
    memory,
    timeoutMinutes: patience,
    timeoutError: tooSlow,
    memoryError: tooLarge,
  } = assignment;
  const child = fork(fileURLToPath(script), {
    // Most of what it makes is thrown away at once: with more room for that, it would only take up more.
    execArgv: [`--max-old-space-size=${memory.heap}`, "--max-semi-space-size=4"],
    env: { ...process.env, ...compileCache() },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const { result, fail } = listen<Result, Words>(child, assignment);
  const slow = setTimeout(() => fail(tooSlow), patience * 60_000);
  const stopWatching = watchMemory(child.pid, memory.resident, () => fail(tooLarge));
  try {
    return await work({
      result,
      fail,
      send: (words) => child.send?.(words as object, (error) => error && fail(error)),
      restartTimeout: () => slow.refresh(),
    });
  } finally {
    clearTimeout(slow);
    stopWatching();
    child.kill("SIGKILL");
  }
}

/** Where the server keeps compiled code, the process does too: its start takes half the time then. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // The last name is Node's own, for its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** What a caller would be told who has hung up. */
export function clientDisconnected(name: string): LecternError {
  return new LecternError(408, `Nobody waits for the ${name} any more`);
}

/** Native code has made a mistake, and ended its process. */
export class ChildCrashError extends Error {}

/** How much is kept of what a process says when it dies. */
const mostWords = 2_000;
/** So native code says that it made a mistake. */
const panic = "panicked at";

function listen<Result, Words>(
  child: ChildProcess,
  { name, memoryError: tooLarge, onMessage: hear }: ChildProcessOptions<Words>,
) {
  const { promise: result, resolve, reject: fail } = Promise.withResolvers<Result>();
  // Whoever has given up does not look any more.
  result.catch(() => {});
  child.on("message", (message: Message<Result, Words>) => {
    if ("words" in message) hear?.(message.words);
    else if ("result" in message) resolve(message.result);
    else fail(errorIn(message));
  });
  // A process that cannot be started, or told anything any more, may say so more than once.
  child.on("error", (error) => fail(busy(name, error)));
  let lastWords = "";
  child.stderr?.setEncoding("utf8").on("data", (words: string) => {
    lastWords = (lastWords + words).slice(-mostWords);
  });
  child.once("close", (code, signal) => {
    if (lastWords.includes(panic) || signal === "SIGSEGV" || signal === "SIGBUS")
      return fail(new ChildCrashError(`The process of the ${name} died of ${signal ?? code}: ${lastWords}`));
    // So ends what runs out of its memory, or out of the machine's.
    if (signal === "SIGABRT" || signal === "SIGKILL") return fail(tooLarge);
    const end = new Error(`The process of the ${name} ended with ${signal ?? code}: ${lastWords}`);
    return fail(signal === null ? end : busy(name, end));
  });
  return { result, fail };
}

function busy(name: string, cause: Error): Error {
  const reason = `The server cannot begin another ${name} now; try again`;
  return Object.assign(new LecternError(503, reason, { "Retry-After": "60" }), { cause });
}

function errorIn(
  message: Extract<Message<never, never>, { refusal: unknown } | { failure: unknown }>,
): Error {
  if ("failure" in message) return new Error(message.failure);
  const { status, message: reason, headers } = message.refusal;
  return new LecternError(status, reason, headers);
}
