import type { Operation } from "../../src/api/http/operation.ts";
import { operationGroups } from "../../src/workspace/operation-groups.ts";
import type { CallerName, LargeWorld } from "./large-world.ts";
import { LargestValues } from "./largest-values.ts";
import { commentRequests, contentRequests } from "./requests/content.ts";
import { insightRequests } from "./requests/insights.ts";
import { integrationRequests, libraryRequests, peopleRequests } from "./requests/organizations.ts";
import type { RequestParts, RequestsByOperation } from "./requests/parts.ts";
import { siteRequests } from "./requests/sites.ts";
import {
  embedRequests,
  importRequests,
  pdfRequests,
  searchRequests,
  specRequests,
} from "./requests/sources.ts";

export const operations = operationGroups.flatMap((group) => group.operations);

/** Requests for the operations whose largest accepted input cannot be generated from the schema. */
function requestsByOperation(large: LargeWorld): RequestsByOperation {
  return {
    ...contentRequests(large),
    ...commentRequests(large),
    ...importRequests(large),
    ...pdfRequests(large),
    ...embedRequests(large),
    ...searchRequests(large),
    ...specRequests(large),
    ...siteRequests(large),
    ...insightRequests(),
    ...integrationRequests(large),
    ...peopleRequests(large),
    ...libraryRequests(large),
  };
}

export interface Callers {
  /** The callers of reads. Changes are made by the admin. */
  readonly readers: readonly CallerName[];
  /** The callers that send bodies padded to the limit. */
  readonly padders: readonly CallerName[];
}

export interface LargeRequest extends RequestParts {
  readonly operation: Operation;
  readonly callers: readonly CallerName[];
}

const defaultBodyLimit = 1024 * 1024;
/** Node accepts 16 KB of headers, including the URL. */
const maxQueryLength = 12_000;

export const bodyLimitOf = ({ bodyLimit = defaultBodyLimit }: Operation): number => bodyLimit;

/** Creates the large requests for an operation: with the largest generated input on the largest objects, and those written by hand. */
export function largeRequests(
  large: LargeWorld,
  { readers, padders }: Callers,
): (operation: Operation) => LargeRequest[] {
  const values = new LargestValues(large.count);
  const byHand = requestsByOperation(large);
  const generate = (operation: Operation): RequestParts[] => {
    const generated = { query: largestQuery(values, operation), body: largestBody(values, operation) };
    return subjectsOf(large, operation).map((subject) => ({ ...generated, ...subject }));
  };
  return (operation) => [
    ...(byHand[operation.id] ?? generate(operation)).map((part) => ({
      ...part,
      operation,
      callers: operation.method === "GET" ? readers : (["admin"] as const),
    })),
    ...(operation.body
      ? [
          {
            operation,
            callers: padders,
            input: "padded body",
            body: paddedBody(operation),
          },
        ]
      : []),
  ];
}

/** The largest objects that the path of an operation can refer to. */
function subjectsOf({ tree, documents }: LargeWorld, { path, method }: Operation): RequestParts[] {
  if (method !== "GET" || !path.includes(":spaceId")) return [{ input: "largest" }];
  const pages = { input: "most pages", ids: tree };
  if (!/pageId|pagePath|documentId/.test(path))
    return [pages, { input: "long documents", ids: documents[0]?.ids ?? {} }];
  return [pages, ...documents.map(({ shape, ids }) => ({ input: shape, ids }))];
}

function largestQuery(values: LargestValues, { query }: Operation): Record<string, string> {
  const parameters = Object.entries(query?.properties ?? {}).filter(
    // Cursors come from responses.
    ([, { description = "" }]) => !description.includes("`next.page` of the previous reply"),
  );
  const share = maxQueryLength / parameters.length / 3;
  return Object.fromEntries(
    parameters.map(([name, schema]) => [name, [values.of(schema as object, name, share)].flat().join(",")]),
  );
}

function largestBody(values: LargestValues, operation: Operation): object | undefined {
  return operation.body && (values.of(operation.body as object, "", bodyLimitOf(operation) - 1000) as object);
}

/** A body of as many values as fit, in a field that is ignored. */
function paddedBody(operation: Operation): string {
  const [values, text] = ['{},[],"",0,', "\\ud83d\\ude00"];
  const half = (bodyLimitOf(operation) - 1000) / 2;
  return `{"padding":[${values.repeat(half / values.length)}0],"text":"${text.repeat(half / text.length)}"}`;
}
