import { badInput, WorkerThread } from "../../platform/index.ts";
import type { ClipboardText, ReadClipboard } from "./read-clipboard.ts";

export type WorkerReply =
  | { readonly read: ReadClipboard }
  | { readonly refusal: string }
  | { readonly failure: string };

const worker = new WorkerThread<ClipboardText, WorkerReply>(new URL("./worker.ts", import.meta.url), {
  timeout: 20_000,
  memory: 512,
});

/** Converts copied text to Markdown, in the worker thread. */
export async function convertClipboard(text: ClipboardText): Promise<ReadClipboard> {
  const field = "html" in text ? "html" : "markdown";
  const reply = await worker.request(text);
  if (reply === undefined) throw badInput(field, "is too long to be converted: paste it in parts");
  if ("refusal" in reply) throw badInput(field, reply.refusal);
  if ("failure" in reply) throw new Error(reply.failure);
  return reply.read;
}
