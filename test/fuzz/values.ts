import fc from "fast-check";
import { documents, markdownText } from "../support/documents.ts";
import { pixel } from "../support/integrations.ts";
import { specText } from "../support/openapi.ts";
import { keys } from "../support/saml/certificates.ts";
import { type Api, type Schema, typesOf } from "./api.ts";
import { oddNumbers, texts } from "./hostile-values.ts";

/** A placeholder for the id of an object of the world, which is replaced when the request is sent. */
export const idOf = (name: string): string => `<<${name}>>`;
const ids = (...names: string[]) => fc.constantFrom(...names.map(idOf));

/** URLs of closed ports and of private addresses, which are refused. */
const refusedUrls = fc.constantFrom(
  "http://127.0.0.1:9/a",
  "http://127.0.0.1:9/a?b=%20#c",
  "https://[::1]:9/",
  "http://localhost:9",
  "HTTP://10.0.0.1/",
  "http://0x7f.1:9/",
  "http://2130706433:9/",
  "http://169.254.169.254/latest/meta-data",
  "http://user:pass@127.0.0.1:9/",
);

const conditions = fc.constantFrom(
  "visitor.claims.plan == 'pro'",
  'visitor.claims.unsigned.beta && !visitor.claims["x y"]',
  "'a' in visitor.claims.groups || true",
  "true",
  "visitor.claims.x",
  "!false",
  "1 ==",
  "constructor.constructor('return 1')()",
  "(".repeat(300),
  "!".repeat(1000),
  "visitor.claims.__proto__.polluted == 1",
);

const markdown = fc.oneof(
  markdownText,
  fc.array(markdownText, { maxLength: 12 }).map((lines) => lines.join("\n\n")),
  texts,
  fc.constantFrom(
    "---\ntitle: &a [*a]\ndescription: !!js/function x\n__proto__: { polluted: yes }\n---\n\nBody",
    "---\n? [a]\n: {b: [}\n---\n",
    '{% hint style="info" %}\n[a](<<pageId>>) {% include "<<reusableContentId>>" %}\n{% endhint %}',
    "[a](page.md#b) ![](<<fileId>>) [x]: <javascript:1>\n\n[^1]: [^1]",
    '{% tabs %}\n{% tab title="a" %}\n'.repeat(40),
    "<details>".repeat(300),
    '{{ space.vars.a }} {{ page.vars["__proto__"] }}',
  ),
);

const jsonSchemas = fc.oneof(
  fc.constantFrom(
    {
      type: "object",
      properties: {
        plan: { type: "string", enum: ["free", "pro"] },
        beta: { type: "boolean" },
        unsigned: { type: "object", properties: { x: { type: "boolean" } }, additionalProperties: false },
      },
      additionalProperties: false,
    },
    { type: "object", properties: { __proto__: null, constructor: { type: "string" } } },
    { $ref: "#", type: "object" },
    { type: "object", properties: { a: { type: "string", pattern: "(a+)+$" } } },
  ),
  fc.dictionary(texts, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
);

type NamedValues = readonly (readonly [name: RegExp, values: fc.Arbitrary<unknown>])[];

const namedObjects: NamedValues = [
  [/(document|body|comment)\.document$/, documents.map((nodes) => ({ object: "document", data: {}, nodes }))],
  [/jsonSchema$/, jsonSchemas],
];

/** Values by the names of a field and its parent. The first match counts. */
const namedTexts: NamedValues = [
  [/markdown\.(codeblock|body)$/, texts],
  [/markdown$/, markdown],
  [
    /source\.text$/,
    fc.oneof(fc.constant(specText("A")), markdown, fc.constant('{"openapi":"3.1.0","$ref":"#/"}')),
  ],
  [
    /certificate$/,
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(keys.provider.certificate) },
      fc.constant("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"),
    ),
  ],
  [
    /base64$|previewImages\.\[\]$/,
    fc.oneof(
      { weight: 9, arbitrary: fc.constant(pixel) },
      fc.constantFrom("YQ==", "YQ", "Y Q = =", "====", "😀"),
    ),
  ],
  [/condition$/, conditions],
  [/contentType$/, fc.constantFrom("image/png", "text/plain", "text/html", "a/b;c=d")],
  [/emails\.\[\](\.email)?$/, fc.oneof(fc.emailAddress(), fc.constant(idOf("email")))],
  [/emailDomains\.\[\]$/, fc.domain()],
  [/organization$|^owner$/, ids("organizationId", "otherOrganizationId")],
  [/^(source)$/, fc.constantFrom("/old", "/x", "/%C3%A9", "/a/b/../c")],
  [/parent$/, ids("collectionId", "pageId", "otherCollectionId")],
  [/collection$/, ids("collectionId", "otherCollectionId")],
  [/siteSpaces?(Ids?)?(\.\[\])?$|SiteSpaces?(\.\[\])?$/, ids("siteSpaceId", "otherSiteSpaceId")],
  [
    /(siteSection|sectionId|SiteSection|siteSectionId)$|sections\.\[\]$/,
    ids("siteSectionId", "otherSiteSectionId"),
  ],
  [
    /(item|before|after)\.id$/,
    ids("siteSectionId", "siteSpaceId", "otherSiteSectionId", "siteSectionGroupId"),
  ],
  [/site(Id)?$/, ids("siteId", "otherSiteId")],
  [/spaces?(Id)?(\.\[\])?$/, ids("spaceId", "otherSpaceId")],
  [/(p|targetP)age(Id)?$/, ids("pageId", "otherPageId")],
  [/file$/, ids("fileId")],
  [/reusableContent$/, ids("reusableContentId")],
  [/revision$/, ids("revisionId")],
  [
    /(users|members|add|remove|authors)(\.\[\])?$|^(creator|contributor|requestedReviewer)$/,
    ids("userId", "otherUserId"),
  ],
  [/(teams\.\[\]|defaultTeam)$/, ids("teamId")],
  [/Reactions\.\[\]$/, fc.constantFrom("1f44d", "👍", "1f389", "🎉", "1f600", "1f680")],
  [/shareKey$/, ids("shareKey")],
  [
    /^url$/,
    fc.oneof(
      { weight: 6, arbitrary: ids("publishedUrl") },
      fc.constantFrom("http://127.0.0.1:9/x", "http://[", "//x"),
      texts,
    ),
  ],
  [/(jwtToken|visitorAuthToken)$/, fc.constantFrom("a.b.c", "eyJhbGciOiJub25lIn0.e30.", "x".repeat(9000))],
  [/hostname$/, fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom(..."abcdef0123") })],
  [/^query$/, fc.oneof(markdownText, texts)],
];

function valuesByName(schema: Schema): NamedValues | undefined {
  const types = typesOf(schema);
  // A pattern is more specific than a name.
  if (schema.enum || schema.pattern) return undefined;
  return types.includes("string") ? namedTexts : types.includes("object") ? namedObjects : undefined;
}

/** Pairs of mutually exclusive fields, and whether one of them is required. */
const exclusivePairs: readonly (readonly [first: string, second: string, isRequired: boolean])[] = [
  ["markdown", "document", true],
  ["url", "text", true],
  ["url", "base64", true],
  ["before", "after", true],
  ["space", "collection", false],
  ["role", "level", false],
  ["parent", "position", false],
];

/** Fields whose generated values are rarely valid. They are sent rarely, so that other fields are tested. */
const rareFields =
  /^(node|tableCell|configurations|contentSources|blocks|externalLinks|contentSecurityPolicy|condition)$/;

/** Removes characters that a database cannot store. */
const removeUnstorable = (text: string) => text.replaceAll("\0", "").toWellFormed();
export const storable = texts.map(removeUnstorable);
const oneLine = storable.map((text) => `x${text.replace(/\p{Cc}/gu, "").slice(0, 20)}`);

/** Values for schemas whose pattern contains a text. The first match counts. */
const patternValues: readonly (readonly [pattern: string, values: fc.Arbitrary<string>])[] = [
  // Not generated from the pattern, since fast-check would first list all characters.
  ["[^\\u0000", oneLine],
  ["[^\\n]", oneLine],
  ["\\S", oneLine],
  ["^#(", fc.constantFrom("#fff", "#00AAff")],
  ["://|[mM]", fc.constantFrom("https://127.0.0.1/", "mailto:a@b.c", "tel:+1")],
  ["://", refusedUrls],
  ["[a-z0-9-]{0,61}", fc.constantFrom("docs.one.example", "a.b.c")],
  ["(/[\\w-]+)+$", fc.constantFrom("example.com/docs", "a.b.cd/e/f")],
  ["^/(?:", fc.constantFrom("/old", "/a/b", "/%C3%A9", "/a/%2e%2e/b")],
  ["\\p{L}", fc.constantFrom("path", "päth", "...", "日本", "a~b")],
  ["ABCFavorit", fc.constant("Inter")],
  ["FiraCode", fc.constant("FiraCode")],
];

/** Generates values that nearly always match the schema, and that the server often accepts. */
export class Values {
  readonly #api: Api;
  constructor(api: Api) {
    this.#api = api;
  }

  /** `path` is the location of the value, such as `changes.[].title`. */
  of(given: Schema, path = "", depth = 0): fc.Arbitrary<unknown> {
    const schema = this.#api.resolve(given);
    const valid = this.#fromSchema(schema, path, depth);
    const named = valuesByName(schema)?.find(([name]) => name.test(path))?.[1];
    return named === undefined
      ? valid
      : fc.oneof({ weight: 15, arbitrary: named }, { weight: 1, arbitrary: valid });
  }

  #fromSchema(schema: Schema, path: string, depth: number): fc.Arbitrary<unknown> {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return fc.oneof(...choices.map((alternative) => this.of(alternative, path, depth + 1)));
    const types = typesOf(schema);
    if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
    return fc.oneof(...types.map((type) => this.#ofType(type, schema, path, depth)));
  }

  #ofType(type: string, schema: Schema, path: string, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case "object":
        return this.#object(schema, path, depth);
      case "array":
        return this.#array(schema, path, depth);
      case "string":
        return text(schema);
      case "integer":
        return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 2000 });
      case "number":
        return fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(...oddNumbers));
      case "boolean":
        return fc.boolean();
      default:
        return fc.constant(null);
    }
  }

  #object(schema: Schema, path: string, depth: number): fc.Arbitrary<unknown> {
    const below = (name: string) => (path === "" ? name : `${path}.${name}`);
    const required = schema.required ?? [];
    const properties = Object.entries(schema.properties ?? {}).filter(
      ([name]) => depth < 8 || required.includes(name),
    );
    const { additionalProperties: additional } = schema;
    if (properties.length === 0 && additional !== undefined)
      return fc.dictionary(
        fc.oneof(fc.constantFrom("a", "room", idOf("userId")), texts),
        this.of(typeof additional === "object" ? additional : {}, below("*"), depth + 1),
        { maxKeys: 4 },
      );
    const model = properties.map(([name, inner]) => [name, this.of(inner, below(name), depth + 1)] as const);
    const isOptional = (name: string) =>
      properties.some(([other]) => other === name) && !required.includes(name);
    const pairs = exclusivePairs.filter(([first, second]) => isOptional(first) && isOptional(second));
    const requiredPairs = pairs.flatMap(([first, second, isRequired]) => (isRequired ? [first, second] : []));
    const requiredKeys = [
      ...required.filter((name) => name in (schema.properties ?? {})),
      ...new Set(requiredPairs),
    ];
    const record = fc.record(Object.fromEntries(model), { requiredKeys, noNullPrototype: true });
    return fc.tuple(record, fc.nat(20)).map(([value, choice]) => {
      const dropped = choice === 0 ? [] : pairs.map(([first, second]) => (choice % 2 === 0 ? first : second));
      const isSent = (name: string) =>
        !dropped.includes(name) && (choice < 5 || required.includes(name) || !rareFields.test(name));
      return Object.fromEntries(Object.entries(value).filter(([name]) => isSent(name)));
    });
  }

  #array(schema: Schema, path: string, depth: number): fc.Arbitrary<unknown> {
    const items = this.of(schema.items ?? {}, `${path}.[]`, depth + 1);
    const size = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 4) };
    return schema.uniqueItems
      ? fc.uniqueArray(items, { ...size, selector: (item) => JSON.stringify(item) })
      : fc.array(items, size);
  }
}

function text(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 5000 } = schema;
  if (pattern !== undefined) {
    const values = patternValues.find(([part]) => pattern.includes(part))?.[1];
    return values ?? fc.stringMatching(new RegExp(pattern, "u"));
  }
  if (format === "uri") return refusedUrls;
  if (format === "emoji") return fc.constantFrom("1f600", "😀", "1f468-200d-1f469");
  if (format === "date-time") return fc.constantFrom("2030-01-01T00:00:00.000Z", "2030-01-01T00:00:00+23:59");
  const limit = Math.min(maxLength, 5000);
  const fit = (value: string) => value.padEnd(minLength, "x").slice(0, limit).toWellFormed();
  return fc.oneof(
    { weight: 8, arbitrary: storable.map(fit) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("x".repeat(minLength), "x".repeat(limit), "😀".repeat(limit / 2)),
    },
  );
}
