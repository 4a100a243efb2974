import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Statement } from "./postgres.ts";

interface BareResponse {
  readonly headers: object;
  readonly body: string | Buffer;
  /** The statements that the server runs before it responds, by the path of the request. */
  readonly database?: { readonly url: string; readonly statements: Record<string, Statement[]> };
}

/** A bare `node:http` server that responds to every request with the same bytes. */
export async function startBareServer({ headers, body, database }: BareResponse) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./bare-server.ts", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const base64 = Buffer.from(body).toString("base64");
  const { url: databaseUrl, statements } = database ?? {};
  child.stdin.end(JSON.stringify({ headers, base64, databaseUrl, statements }));
  const [line] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(line).trim()}`, stop: () => child.kill() };
}

/** How long bare statements are measured, in seconds. */
const seconds = 4;

/** Runs numbered pieces of work for some seconds, in as many loops as there are clients. Returns the number per second. */
export async function bareRate(clients: number, work: (number: number) => unknown): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const loop = async () => {
    while (performance.now() - startedAt < seconds * 1000) await work(count++);
  };
  await Promise.all(Array.from({ length: clients }, loop));
  return count / ((performance.now() - startedAt) / 1000);
}
