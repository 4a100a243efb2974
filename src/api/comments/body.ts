import { badInput } from "../../platform/index.ts";
import { readText, type WrittenDocument } from "../content/index.ts";
import { longestBody } from "./schema.ts";

/** What someone wrote in a comment, as Markdown; undefined where they wrote nothing. */
export async function readMaybeBody(written: WrittenDocument, field: string): Promise<string | undefined> {
  const text = await readText(written, field, longestBody);
  if (text === undefined || text.trim() === "") return undefined;
  if (Buffer.byteLength(text) > longestBody)
    throw badInput(field, `must be at most ${longestBody / 1024} KB of Markdown`);
  return text;
}

/** The same where there must be something. */
export async function readBody(written: WrittenDocument): Promise<string> {
  const text = await readMaybeBody(written, "body");
  if (text === undefined) throw badInput("body", "must not be empty: give it markdown or a document");
  return text;
}
