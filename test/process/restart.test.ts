import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createPreparedDatabase } from "../support/databases.ts";
import { childrenOf } from "../support/processes.ts";
import {
  adminToken,
  cleanEnvironment,
  freePort,
  lecternProgram,
  type ServerProcess,
  startServer,
} from "../support/server.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

async function startWithWorkers(t: TestContext, program = lecternProgram): Promise<ServerProcess> {
  const database = await createPreparedDatabase("sqlite");
  const settings = { LECTERN_WORKERS: "2", LECTERN_ADMIN_TOKEN: adminToken, LECTERN_RATE_LIMIT: "0" };
  const server = await startServer({ ...database.environment, ...settings }, program);
  t.after(async () => {
    await server.stop();
    await database.remove();
  });
  return server;
}

const workersOf = ({ process: { pid = 0 } }: ServerProcess) => childrenOf(pid);

/** Resolves when the workers were replaced and the previous ones have ended. */
async function replaceWorkers(server: ServerProcess): Promise<void> {
  const before = await workersOf(server);
  assert.equal(before.length, 2);
  server.process.kill("SIGUSR2");
  const isReplaced = async () => {
    const now = await workersOf(server);
    return now.length === 2 && !before.some((pid) => now.includes(pid));
  };
  while (!(await isReplaced())) await wait(50);
}

/** Sends a request. Rejects if the connection is refused or reset. */
function send(url: string, agent: Agent, body?: readonly [string, string, Promise<void>]): Promise<number> {
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers, method: body ? "POST" : "GET" }, (response) => {
      response.resume().on("error", reject);
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    outgoing.on("error", reject);
    if (body === undefined) return outgoing.end();
    const [start, end, untilEnd] = body;
    outgoing.write(start);
    void untilEnd.then(() => outgoing.end(end));
  });
}

/** A copy of the program with a bundle of its own. */
function copyProgram(t: TestContext): { program: string; changeBundle(from: string, to: string): void } {
  const folder = mkdtempSync(join(tmpdir(), "lectern-restart-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ["src", "node_modules", "package.json"])
    symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, "bin"), join(folder, "bin"), { recursive: true });
  const current = readFileSync(join(root, "dist/current"), "utf8");
  mkdirSync(join(folder, "dist"));
  cpSync(join(root, "dist", current), join(folder, "dist/first"), { recursive: true });
  writeFileSync(join(folder, "dist/current"), "first");
  const changeBundle = (from: string, to: string) => {
    const bundle = join(folder, "dist/second");
    cpSync(join(folder, "dist/first"), bundle, { recursive: true });
    const files = readdirSync(bundle).filter((name) => name.endsWith(".js"));
    const changed = files.filter((name) => readFileSync(join(bundle, name), "utf8").includes(from));
    assert.ok(changed.length > 0, `${from} is in no file of the bundle`);
    for (const name of changed)
      writeFileSync(
        join(bundle, name),
        readFileSync(join(bundle, name), "utf8").replace(from, () => to),
      );
    writeFileSync(join(folder, "dist/current"), "second");
  };
  return { program: join(folder, "bin/lectern.js"), changeBundle };
}

describe("replacing the workers", { concurrency: true }, () => {
  test("refuses and resets no request, on kept and on new connections", async (t) => {
    const server = await startWithWorkers(t);
    let isDone = false;
    const statuses: number[] = [];
    const sendAll = async (agent: Agent) => {
      while (!isDone) statuses.push(await send(`${server.url}/v1/orgs`, agent));
      agent.destroy();
    };
    const kept = Array.from({ length: 4 }, () => sendAll(new Agent({ keepAlive: true, maxSockets: 1 })));
    const fresh = Array.from({ length: 2 }, () => sendAll(new Agent({ keepAlive: false })));
    const { promise: replaced, resolve: end } = Promise.withResolvers<void>();
    const uploads = Array.from({ length: 4 }, () =>
      send(`${server.url}/v1/orgs`, new Agent(), ['{"title": ', '"Slow"}', replaced]),
    );
    await wait(300);
    const countsBefore = statuses.length;
    const before = await workersOf(server);
    server.process.kill("SIGUSR2");
    while ((await workersOf(server)).filter((pid) => !before.includes(pid)).length < 2) await wait(20);
    await wait(500);
    end();
    assert.deepEqual(await Promise.all(uploads), [201, 201, 201, 201]);
    while ((await workersOf(server)).some((pid) => before.includes(pid))) await wait(50);
    const during = statuses.length - countsBefore;
    isDone = true;
    await Promise.all([...kept, ...fresh]);
    assert.ok(during > 20, `only ${during} requests were sent`);
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.match(server.output(), /2 workers were replaced/);
  });

  test("is possible while the server starts, and starts no worker while it stops", async () => {
    const database = await createPreparedDatabase("sqlite");
    const port = String(await freePort());
    const child = spawn(process.execPath, [lecternProgram, "serve"], {
      env: cleanEnvironment({ ...database.environment, LECTERN_WORKERS: "2", LECTERN_PORT: port }),
    });
    const ended = once(child, "exit");
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        output += text;
      });
    // Sent as soon as the first worker exists, and until it serves.
    while (child.exitCode === null && (await childrenOf(child.pid ?? 0)).length === 0) await wait(5);
    while (child.exitCode === null && !output.includes("Lectern is running")) {
      child.kill("SIGUSR2");
      await wait(50);
    }
    while (child.exitCode === null && !output.includes("2 workers were replaced")) await wait(50);
    assert.equal(child.exitCode, null, output);
    child.kill("SIGTERM");
    await wait(20);
    child.kill("SIGUSR2");
    assert.deepEqual(await ended, [0, null]);
    await database.remove();
  });

  test("leaves no connection unanswered that a killed worker has not accepted", async (t) => {
    const server = await startWithWorkers(t);
    const [stopped = 0] = await workersOf(server);
    process.kill(stopped, "SIGSTOP");
    // One of them is handed to the stopped worker.
    const replies = Array.from({ length: 4 }, () => send(`${server.url}/healthz`, new Agent()));
    assert.equal(await Promise.any(replies), 200);
    process.kill(stopped, "SIGKILL");
    assert.deepEqual(await Promise.all(replies), [200, 200, 200, 200]);
  });

  test("runs the newest bundle, and keeps the workers if it cannot start", {
    skip: !existsSync(join(root, "dist/current")) && "there is no bundle",
  }, async (t) => {
    const { program, changeBundle } = copyProgram(t);
    const server = await startWithWorkers(t, program);
    const health = async () => (await fetch(`${server.url}/healthz`)).text();
    assert.equal(await health(), '{"status":"ok"}');
    changeBundle('status:"ok"}', 'status:"new"}');
    await replaceWorkers(server);
    assert.equal(await health(), '{"status":"new"}');
    const before = await workersOf(server);
    writeFileSync(join(program, "../../dist/second/main.js"), 'throw new Error("broken")');
    server.process.kill("SIGUSR2");
    while (!server.output().includes("The workers were not replaced")) await wait(50);
    assert.deepEqual(await workersOf(server), before);
    assert.equal(await health(), '{"status":"new"}');
  });
});
