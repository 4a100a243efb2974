import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { nested } from "./hostile-values.ts";

export interface RawBody {
  readonly note: string;
  readonly payload: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const json = { "content-type": "application/json" };

/** Content types that are refused or must be accepted as JSON. */
const contentTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "application/json;;;",
  "APPLICATION/JSON",
  "application/json, text/plain",
  "application/vnd.api+json",
  "application/",
  "*/*",
  `application/json; x=${"y".repeat(4000)}`,
];

type Corruption = (text: string) => string | Buffer;

/** Ways to corrupt a valid body. */
const corruptions: Readonly<Record<string, Corruption>> = {
  "cut off": (text) => text.slice(0, -1),
  "with a trailing comma": (text) => text.replace(/\}$/, ",}"),
  "in single quotes": (text) => text.replaceAll('"', "'"),
  "with a comment": (text) => `/* x */${text}`,
  twice: (text) => text + text,
  "with a byte order mark": (text) => `\ufeff${text}`,
  "in UTF-16": (text) => Buffer.from(text, "utf16le"),
  "with invalid UTF-8 at the end": (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]),
  "with invalid UTF-8 inside": (text) =>
    Buffer.concat([
      Buffer.from('{"\xff":"'),
      Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80]),
      Buffer.from(`",${text.slice(1)}`),
    ]),
  "with a null character": (text) => text.replace("{", "{\0"),
  "with NaN": () => '{"a":NaN}',
  "with a number out of range": (text) => text.replace("{", '{"limit":1e999,"n":-1e-999,'),
  "with a long number": (text) => text.replace("{", `{"n":1${"0".repeat(100_000)},`),
  "with every name twice": (text) => text.replace(/^\{(.*)\}$/s, "{$1,$1}"),
  "with a prototype": (text) =>
    text.replace("{", '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},'),
  "with a prototype, escaped": (text) => text.replace("{", '{"\\u005f_proto__":{"polluted":"yes"},'),
  "in an array": (text) => `[${text}]`,
  "as a string": (text) => JSON.stringify(text),
  null: () => "null",
  empty: () => "",
  "of whitespace": () => " \n\t ",
  "of nested lists": () => nested(300_000, "list"),
  "of nested objects": () => nested(100_000, "object"),
  "of unclosed lists": () => "[".repeat(400_000),
  "with a nested object": (text) => text.replace("{", `{"x":${nested(150, "object")},`),
  "of the maximum size": (text) =>
    text.replace("{", `{"x":"${"y".repeat(1024 * 1024 - 200 - text.length)}",`),
  "too large": (text) => text.replace("{", `{"x":"${"y".repeat(1024 * 1024)}",`),
  "with 100,000 names": (text) =>
    text.replace("{", `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":0`).join(",")},`),
};

/** Makes the body larger than any limit; used rarely, since it is slow. */
const addHugeField: Corruption = (text) => text.replace("{", `{"x":"${"y".repeat(20 * 1024 * 1024)}",`);

/** A valid body in a corrupted form. */
export function rawBodyOf(text: string): fc.Arbitrary<RawBody> {
  const corrupted = fc
    .constantFrom(...Object.entries(corruptions))
    .map(([note, corrupt]) => ({ note: `body ${note}`, payload: corrupt(text), headers: json }));
  const typed = fc
    .constantFrom(...contentTypes)
    .map((type) => ({ note: "another content type", payload: text, headers: { "content-type": type } }));
  const encoded = fc.constantFrom("gzip", "deflate", "br", "x").map((encoding) => ({
    note: "an encoded body",
    payload: gzipSync(text),
    headers: { ...json, "content-encoding": encoding },
  }));
  const huge = fc.boolean().map(() => ({ note: "a huge body", payload: addHugeField(text), headers: json }));
  return fc.oneof(
    { weight: 200, arbitrary: corrupted },
    { weight: 40, arbitrary: typed },
    { weight: 20, arbitrary: encoded },
    { weight: 1, arbitrary: huge },
  );
}
