import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Environment } from "../../src/config/config.ts";

export const lecternProgram = fileURLToPath(new URL("../../bin/lectern.js", import.meta.url));

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  output(): string;
  /** Sends a signal and waits for the end. Returns the exit code, or null if the signal killed the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** What `npm start` sets for the server. */
const startVariables = { MALLOC_ARENA_MAX: "1" };

/** Starts a server process on a free port, and waits until it is ready. By default, it creates no sample site. */
export async function startServer(
  environment: Environment,
  program = lecternProgram,
): Promise<ServerProcess> {
  if (environment.LECTERN_PORT !== undefined)
    return startServerAt(environment.LECTERN_PORT, environment, program);
  for (let attempts = 1; ; attempts++)
    try {
      return await startServerAt(String(await freePort()), environment, program);
    } catch (error) {
      // A connection of another test may have taken the port meanwhile.
      if (attempts === 5 || !/is used by another program/.test(String(error))) throw error;
    }
}

async function startServerAt(
  port: string,
  environment: Environment,
  program: string,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program, "serve"], {
    env: cleanEnvironment({
      ...startVariables,
      LECTERN_SAMPLE_SITE: "false",
      ...environment,
      LECTERN_PORT: port,
    }),
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  const ended = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    const checkOutput = () => {
      if (!printed.includes("Lectern is running")) return;
      child.stdout.off("data", checkOutput);
      resolve();
    };
    child.stdout.on("data", checkOutput);
    ended.then(([code]) => reject(new Error(`the server ended with code ${code}: ${printed}`)));
  });
  // A failed test must neither wait for its server nor leave it running.
  setReferenced(child, false);
  running.add(child);
  ended.then(() => running.delete(child));
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => printed,
    stop: async (signal = "SIGTERM") => {
      setReferenced(child, true);
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const method = isReferenced ? "ref" : "unref";
  child[method]();
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream[method]();
}

/** The token of the first admin, also in the template databases. */
export const adminToken = "lct_the-first-admin-of-a-test";

/** Calls an operation, which must succeed: `callServer(url, "GET /orgs")`. */
export async function callServer(
  url: string,
  operation: string,
  body?: object,
  token = adminToken,
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all shapes; each assertion is the check
): Promise<any> {
  const [method = "", path = ""] = operation.split(" ");
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${operation} returned ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function runLectern(environment: Environment, ...args: string[]): Promise<CommandResult> {
  const env = cleanEnvironment(environment);
  return resultOf(promisify(execFile)(process.execPath, [lecternProgram, ...args], { env }));
}

/** The exit code and output of a command, whether it succeeds or fails. */
export async function resultOf(command: Promise<{ stdout: string; stderr: string }>): Promise<CommandResult> {
  try {
    return { code: 0, ...(await command) };
  } catch (error) {
    const { code, stdout, stderr } = error as CommandResult;
    return { code, stdout, stderr };
  }
}

/** Listens on a free port. Returns the URL. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, host, resolve);
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}

/** The environment of a child process, without the variables of the test run. */
export function cleanEnvironment(environment: Environment): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
}
