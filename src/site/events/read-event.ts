import { feedbackRatings, linkPositions, maxCommentLength } from "../../insights/index.ts";
import { badInput, words } from "../../platform/index.ts";

/** The types of events that pages send. Page and visitor are known from the request. */
const pageEventTypes = [
  ...words("page_view search_open search_type_query search_open_result link_click page_post_feedback"),
  ...words("api_client_open api_client_request"),
] as const;

/** An event of a page. Fields that its type does not have are without meaning. */
export interface PageEvent {
  readonly type: (typeof pageEventTypes)[number];
  readonly referrer: string;
  /** The query of the page's URL. */
  readonly search: string;
  readonly query: string;
  readonly results: number | undefined;
  readonly url: string;
  readonly position: (typeof linkPositions)[number];
  readonly rating: (typeof feedbackRatings)[number];
  readonly comment: string;
  readonly operation: { readonly path: string; readonly method: string };
}

/** Reads the JSON of a script, or the form of a page without scripts. */
export function readEvent(body: string, isForm: boolean): PageEvent {
  const fields = isForm
    ? { type: "page_post_feedback", ...Object.fromEntries(new URLSearchParams(body)) }
    : parseObject(body);
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === "string" ? value.slice(0, 2048) : "";
  };
  const oneOf = <const T extends readonly string[]>(name: string, values: T, isNeeded = true): T[number] => {
    const found = values.find((value) => value === fields[name]);
    if (found === undefined && isNeeded) throw badInput(name, `must be one of ${values.join(", ")}`);
    return found ?? (values[0] as T[number]);
  };
  const type = oneOf("type", pageEventTypes);
  return {
    type,
    referrer: text("referrer"),
    search: text("search"),
    query: text("query"),
    results: Number.isSafeInteger(fields.results) ? Math.max(0, Number(fields.results)) : undefined,
    url: text("url"),
    position: oneOf("position", linkPositions, type === "link_click"),
    rating: oneOf("rating", feedbackRatings, type === "page_post_feedback"),
    comment: text("comment").trim().slice(0, maxCommentLength),
    operation: { path: text("path"), method: text("method") },
  };
}

function parseObject(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw badInput("body", "must be a JSON object");
}
