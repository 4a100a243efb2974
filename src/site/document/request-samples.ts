import type { OperationDescription } from "../../openapi/description/index.ts";
import type { Html } from "../html/index.ts";
import { writeListing } from "./code.ts";
import type { PageContext } from "./context.ts";
import { writeCurl, writeGo, writeJavaScript, writePython } from "./sample-code.ts";
import { type SampleRequest, sampleRequestOf } from "./sample-request.ts";
import { writeTabList } from "./tabs.ts";

const languages: readonly (readonly [
  title: string,
  syntax: string,
  write: (request: SampleRequest) => string,
])[] = [
  ["curl", "bash", writeCurl],
  ["JavaScript", "javascript", writeJavaScript],
  ["Python", "python", writePython],
  ["Go", "go", writeGo],
];

/** The same request in several languages, as tabs. */
export function writeRequestSamples(
  description: OperationDescription,
  context: PageContext,
): Html | undefined {
  const request = sampleRequestOf(description);
  if (request === undefined) return undefined;
  const items = languages.map(([title, syntax, write]) => ({
    title,
    body: writeListing(write(request), syntax, context),
  }));
  return writeTabList(items, context);
}
