import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Environment } from "../../src/config.ts";

const main = fileURLToPath(new URL("../../bin/lectern.js", import.meta.url));

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
    child.stdout.on("data", () => printed.includes("Lectern is running") && resolve());
    ended.then(([code]) => reject(new Error(`the server ended with code ${code}: ${printed}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => printed,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
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
