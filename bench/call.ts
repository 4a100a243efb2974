import type { ServerProcess } from "../test/support/server.ts";
import { headers } from "./report.ts";

export interface BenchSpace {
  readonly id: string;
  /** Page ids. */
  readonly pages: readonly string[];
}

export async function call(server: ServerProcess, method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
