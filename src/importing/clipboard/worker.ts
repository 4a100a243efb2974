// Converts copied text in a worker thread: HTML is parsed at once, and may be long.
import { parentPort } from "node:worker_threads";
import { ImportError } from "../source/index.ts";
import type { WorkerReply } from "./convert-in-worker.ts";
import { type ClipboardText, readClipboard } from "./read-clipboard.ts";

parentPort?.on("message", (text: ClipboardText) => {
  parentPort?.postMessage(reply(text));
});
parentPort?.postMessage("ready");

function reply(text: ClipboardText): WorkerReply {
  try {
    return { read: readClipboard(text) };
  } catch (error) {
    if (error instanceof ImportError) return { refusal: error.message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
