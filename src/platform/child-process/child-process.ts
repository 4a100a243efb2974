import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { LecternError } from "../index.ts";

/** The messages from a child to its parent: any number of program messages, then the outcome. */
export type ChildMessage<Result, Message> =
  | { readonly message: Message }
  | { readonly result: Result }
  /** An error for the API's client. */
  | { readonly clientError: Pick<LecternError, "status" | "message" | "headers"> }
  /** The stack of any other error. */
  | { readonly failure: string };

interface ChildProcessOptions<Message> {
  /** A module that calls `runChildProgram`. */
  readonly script: URL;
  /** The noun for error messages: "import". */
  readonly name: string;
  /** Limits in megabytes: of the JavaScript heap, and optionally of the resident memory. */
  readonly memory: { readonly heap: number; readonly resident?: number };
  readonly timeoutMinutes: number;
  readonly timeoutError: LecternError;
  readonly memoryError: LecternError;
  onMessage?(message: Message): void;
}

export interface ChildHandle<Result> {
  readonly result: Promise<Result>;
  /** The first message is the task. */
  send(message: unknown): void;
  /** Rejects `result` with this error. */
  fail(error: Error): void;
  restartTimeout(): void;
}

/**
 * Starts a child process and kills it when `work` settles. Long computations then block no request, and running out of
 * memory ends the child only. A worker thread would end the server with it.
 */
export async function withChildProcess<Result, Message, T>(
  options: ChildProcessOptions<Message>,
  work: (child: ChildHandle<Result>) => Promise<T>,
): Promise<T> {
  const { script, memory, timeoutMinutes, timeoutError, memoryError } = options;
  const child = fork(fileURLToPath(script), {
    // Most allocations are short-lived: a larger young generation would only take more memory.
    execArgv: [`--max-old-space-size=${memory.heap}`, "--max-semi-space-size=4"],
    env: { ...process.env, ...compileCache() },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const { result, fail } = listen<Result, Message>(child, options);
  const timeout = setTimeout(() => fail(timeoutError), timeoutMinutes * 60_000);
  const stopWatching = watchMemory(child.pid, memory.resident, () => fail(memoryError));
  try {
    return await work({
      result,
      fail,
      send: (message) => child.send?.(message as object, (error) => error && fail(error)),
      restartTimeout: () => timeout.refresh(),
    });
  } finally {
    clearTimeout(timeout);
    stopWatching();
    child.kill("SIGKILL");
  }
}

/** Shares the server's compile cache, which halves the start time of the child. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // Node appends a folder for its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** Watches the resident memory, on Linux only: V8's limit does not cover allocations of native code. */
function watchMemory(pid: number | undefined, max: number | undefined, onExceeded: () => void): () => void {
  if (pid === undefined || max === undefined || process.platform !== "linux") return () => {};
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    if (kilobytes / 1024 > max) onExceeded();
  }, 200);
  return () => clearInterval(timer);
}

/** The error of work that was abandoned because its client disconnected. */
export function clientDisconnected(name: string): LecternError {
  return new LecternError(408, `The client of the ${name} has disconnected`);
}

/** Native code crashed the child process. */
export class ChildCrashError extends Error {}

/** Runs work in a child process, and once more with caution if the child has crashed. */
export async function retryCautiously<T>(
  work: (isCautious: boolean) => Promise<T>,
  onCrash: (error: ChildCrashError) => void,
): Promise<T> {
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof ChildCrashError)) throw error;
    onCrash(error);
    return work(true);
  }
}

const maxStderr = 2_000;

function listen<Result, Message>(
  child: ChildProcess,
  { name, memoryError, onMessage }: ChildProcessOptions<Message>,
) {
  const { promise: result, resolve, reject: fail } = Promise.withResolvers<Result>();
  // The caller may have stopped listening.
  result.catch(() => {});
  child.on("message", (message: ChildMessage<Result, Message>) => {
    if ("message" in message) onMessage?.(message.message);
    else if ("result" in message) resolve(message.result);
    else if ("failure" in message) fail(new Error(message.failure));
    else {
      const { status, message: reason, headers } = message.clientError;
      fail(new LecternError(status, reason, headers));
    }
  });
  // A process that cannot be started or sent to may emit several errors.
  child.on("error", (error) => fail(cannotStart(name, error)));
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-maxStderr);
  });
  child.once("close", (code, signal) => {
    const end = `The child process of the ${name} ended with ${signal ?? code}: ${stderr}`;
    // Rust reports a crash as a panic.
    if (stderr.includes("panicked at") || signal === "SIGSEGV" || signal === "SIGBUS")
      return fail(new ChildCrashError(end));
    // V8 aborts when it exceeds its heap limit; the kernel kills when the machine runs out of memory.
    if (signal === "SIGABRT" || signal === "SIGKILL") return fail(memoryError);
    return fail(signal === null ? new Error(end) : cannotStart(name, new Error(end)));
  });
  return { result, fail };
}

function cannotStart(name: string, cause: Error): Error {
  const reason = `The server cannot start another ${name} now; try again`;
  return Object.assign(new LecternError(503, reason, { "Retry-After": "60" }), { cause });
}
