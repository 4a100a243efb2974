// Reads what providers answer in a thread of its own: anybody can send something, and what is odd takes long to read.
import { parentPort } from "node:worker_threads";
import type { Reading } from "./read-in-thread.ts";
import { type Answer, readAnswer } from "./saml.ts";

parentPort?.on("message", async (answer: Answer) => {
  const reading: Reading = await readAnswer(answer).then(
    (vouching) => ({ vouching }),
    (error: unknown) => ({ refusal: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(reading);
});
parentPort?.postMessage("ready");
