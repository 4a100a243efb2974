import fc from "fast-check";

/** Texts that programs often handle wrongly. */
export const oddTexts: readonly string[] = [
  "",
  " ",
  "\u00a0",
  "\ufeff",
  "\u200b",
  "\0",
  "a\0b",
  "\ud83d",
  "\udc00x",
  "\ud83d\ud83d",
  "\uffff",
  "\u{10ffff}",
  "\u0001\u001f\u007f\u009f",
  "\u202etxt.exe",
  "\u2066\u2069\u200f",
  "e\u0301 \u00e9",
  "\u1e9b\u0323",
  `a${"\u0300".repeat(300)}`,
  "İıſK",
  "ß ŉ ﬃ",
  "👨‍👩‍👧‍👦🏳️‍🌈",
  "\u2028\u2029",
  "a\r\nX-Injected: yes\r\n\r\n<html>",
  "%0d%0aX-Injected:%20yes",
  "../../../etc/passwd",
  "..\\..\\",
  "/",
  "//x",
  "%",
  "%00",
  "%2e%2e%2f",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "true",
  "0",
  "-1",
  "1e1000",
  "9007199254740993",
  "99999999999999999999",
  "' or '1'='1",
  "'; drop table users; --",
  "$1 ? :x @y",
  "%_\\",
  "\\",
  '"*" AND NEAR(',
  "a:b OR c* ^d - -",
  "<script>alert(1)</script>",
  "{{7*7}} {{ visitor.claims }} #{7}",
  "{% if x %}{% include '../a' %}",
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:a@b.c",
  "(a+)+$",
  "[".repeat(500),
  "*".repeat(500),
  "`".repeat(501),
  "> ".repeat(400),
  "![](".repeat(200),
  "<a ".repeat(300),
  "- ".repeat(300),
  "|".repeat(800),
];

export const oddNumbers: readonly number[] = [
  0,
  -0,
  -1,
  1,
  1.5,
  0.1,
  1e-320,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  255,
  65536,
];

/** Field names that reach prototypes, and other unusual ones. */
export const oddNames: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "length",
  "then",
  "toJSON",
  "",
  " ",
  "a.b",
  "a/b~c",
  "0",
  "\u0000",
  "\ud800",
  "x".repeat(5000),
];

/** The value of a field with an odd name. If it is merged into a prototype, every object gets the field `polluted`. */
export const pollution = { polluted: "yes", constructor: { prototype: { polluted: "yes" } } };

/** Any characters and surrogates. fast-check's own arbitrary would first list all characters. */
const anyCharacters = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
  .map((points) => String.fromCodePoint(...points));

/** Plain texts, texts of any characters, and odd texts. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
  { weight: 2, arbitrary: anyCharacters },
  { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
);

/** Values of every type, to replace values of another type. */
export const wrongValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  "",
  "text",
  "1",
  "true",
  [],
  {},
  [null],
  [[]],
  [{}],
  { a: {} },
  { length: 1 },
  { toString: "x", valueOf: 1 },
];

export function nested(depth: number, kind: "list" | "object"): string {
  const [open, close] = kind === "list" ? ["[", "]"] : ['{"a":', "}"];
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

const spacedSegments = `
  %2e%2e .. ..%2f..%2fetc%2fpasswd %2f %5c %00 x%00y %0d%0aX-Injected:%20yes %ff %c0%af %e0%80%af %ed%a0%80
  %f4%90%80%80 %252e%252e%252f %25 % %zz %u0041 %F0%9F%98%80 e%CC%81 %E2%80%AE %20 + ;a=b * :spaceId
  {spaceId} ~ null undefined __proto__ constructor 0 -1 1e9 NaN '%20or%201=1-- %3Cscript%3E
`;

export const oddSegments: readonly string[] = [
  ...spacedSegments.trim().split(/\s+/),
  "x".repeat(1000),
  "x".repeat(9000),
  "%61".repeat(500),
];
