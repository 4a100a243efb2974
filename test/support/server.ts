import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Environment } from "../../src/config/config.ts";

const main = fileURLToPath(new URL("../../bin/lectern.js", import.meta.url));

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends a signal and waits for the end; the exit code, or null when the signal killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A server in a process of its own, on a free port, that has said that it is running. */
export async function startServer(environment: Environment): Promise<ServerProcess> {
  const port = environment.LECTERN_PORT ?? String(await freePort());
  const child = spawn(process.execPath, [main, "serve"], {
    env: clean({ ...environment, LECTERN_PORT: port }),
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    printed += chunk;
  });
  const ended = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (!printed.includes("Lectern is running")) return;
      // What it prints later can be much.
      child.stdout.off("data", look);
      resolve();
    };
    child.stdout.on("data", look);
    ended.then(([code]) => reject(new Error(`the server ended with code ${code}: ${printed}`)));
  });
  // A test that fails before it stops its server must neither wait for it for ever nor leave it running.
  hold(child, "unref");
  running.add(child);
  ended.then(() => running.delete(child));
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => printed,
    stop: async (signal = "SIGTERM") => {
      hold(child, "ref");
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** Whether this process waits for the end of that one. */
function hold(child: ChildProcess, how: "ref" | "unref"): void {
  child[how]();
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream[how]();
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line to its end. */
export async function runLectern(environment: Environment, ...args: string[]): Promise<Finished> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, ...args], {
      env: clean(environment),
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Finished;
    return { code, stdout, stderr };
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Only what is given, and not what happens to be set where the tests run. */
function clean(environment: Environment): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
}
