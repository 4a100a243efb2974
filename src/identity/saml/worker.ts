// Verifies SAML responses in a worker thread: anyone can post a response, and parsing a malicious one may take long.
import { parentPort } from "node:worker_threads";
// Loaded before the worker reports that it is ready, so that loading does not count as verification time.
import "./library.ts";
import { errorMessage } from "../../platform/index.ts";
import { type SamlResponse, verifyResponse } from "./saml.ts";
import type { WorkerReply } from "./verify-in-worker.ts";

parentPort?.on("message", async (response: SamlResponse) => {
  const reply: WorkerReply = await verifyResponse(response).then(
    (assertion) => ({ assertion }),
    (error: unknown) => ({ refusal: errorMessage(error) }),
  );
  parentPort?.postMessage(reply);
});
parentPort?.postMessage("ready");
