import { LecternError, signInOverloaded, WorkerThread } from "../../platform/index.ts";
import type { VerifiedAssertion } from "./assertion.ts";
import type { SamlResponse } from "./saml.ts";

export type WorkerReply = { readonly assertion: VerifiedAssertion } | { readonly refusal: string };

const maxWaitingPerProvider = 50;

const waiting = new Map<string, number>();
const worker = new WorkerThread<SamlResponse, WorkerReply>(new URL("./worker.ts", import.meta.url), {
  timeout: 5_000,
  memory: 128,
});

/** Verifies a response in the worker thread, one at a time. */
export async function verifyInWorker(response: SamlResponse): Promise<VerifiedAssertion> {
  const { id } = response.provider;
  const waitingCount = waiting.get(id) ?? 0;
  // Flooding one provider's URL must not block the others.
  if (waitingCount >= maxWaitingPerProvider) throw signInOverloaded();
  waiting.set(id, waitingCount + 1);
  try {
    const reply = await worker.request(response);
    if (reply !== undefined && "assertion" in reply) return reply.assertion;
    const refusal = reply?.refusal ?? "verifying the response takes too long";
    throw new LecternError(401, `Login failed: ${refusal}`);
  } finally {
    const remaining = (waiting.get(id) ?? 1) - 1;
    if (remaining === 0) waiting.delete(id);
    else waiting.set(id, remaining);
  }
}
