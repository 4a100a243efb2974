import { badInput } from "../../../platform/index.ts";
import { array, type Field, matching, object, oneOf, optional, string } from "./fields.ts";

/** A reference to a tag of the space. */
export interface TagRef {
  readonly kind: "tag";
  readonly tag: string;
}

const datePattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}))?$/;
const startOfDay = "T00:00:00.000Z";

/** The timestamp of an ISO date, which is its start in UTC, or of an ISO date and time. Undefined for any other text. */
export function timestampOf(text: string): string | undefined {
  if (!datePattern.test(text)) return undefined;
  const day = new Date(`${text.slice(0, 10)}${startOfDay}`);
  // Dates that do not exist, such as February 31, may be parsed as other dates.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text.slice(0, 10))) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The date of a timestamp, or the timestamp if it is not the start of a day. */
export function writeDate(timestamp: string): string {
  return timestamp.endsWith(startOfDay) ? timestamp.slice(0, -startOfDay.length) : timestamp;
}

export const date: Field<string> = (value, path) => {
  const timestamp = timestampOf(string(value, path));
  if (timestamp === undefined) throw badInput(path, "must be a date or a timestamp");
  return timestamp;
};

const tagName = matching(/^[^,\s](?:[^,\n]*[^,\s])?$/, "must be the name of a tag, without commas");

export const tagRefs: Field<readonly TagRef[] | undefined> = optional((value, path) => {
  const refs = array(value, path).map((item, i): TagRef => {
    const ref = object(item, `${path}[${i}]`);
    const kind = oneOf(["tag"])(ref.kind, `${path}[${i}].kind`);
    return { kind, tag: tagName(ref.tag, `${path}[${i}].tag`) };
  });
  return refs.length === 0 ? undefined : refs;
});
