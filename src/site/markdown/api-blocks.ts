import { type Block, block, leaf, link, paragraph, textOf } from "../../content/document/index.ts";
import type {
  Field,
  OperationDescription,
  OtherMedia,
  Payload,
  ResponseDescription,
  SchemaDescription,
} from "../../openapi/description/index.ts";
import type { FrameWords } from "../words/index.ts";

/** An operation or a webhook as headings, text, lists and examples. */
export function operationBlocks(description: OperationDescription, words: FrameWords): Block[] {
  const { method, path, title, isDeprecated, servers, security, parameters, body, responses } = description;
  const [server = "", ...others] = servers;
  return [
    heading(2, title ?? `${method} ${path}`),
    line([code(`${method} ${server}${path}`), isDeprecated && ` (${words.deprecated})`]),
    ...others.map((other) => line([code(other + path)])),
    ...(description.description ?? []),
    ...labelled(words.authorization, listOf(security.map((text) => [line([text])]))),
    ...labelled(words.parameters, fieldList(parameters, words)),
    ...(body === undefined
      ? []
      : [
          heading(3, body.isRequired ? `${words.requestBody} (${words.required})` : words.requestBody),
          ...(body.description ?? []),
          ...mediaBlocks(body.contentTypes.join(", "), body, body.others, words),
        ]),
    ...responses.flatMap((response) => responseBlocks(response, words)),
  ];
}

function responseBlocks(response: ResponseDescription, words: FrameWords): Block[] {
  const { status, contentType = "", description = [], others } = response;
  return [
    heading(3, `${words.response} ${status}`),
    ...description,
    ...mediaBlocks(contentType, response, others, words),
  ];
}

export function schemaBlocks(description: SchemaDescription, words: FrameWords): Block[] {
  const { name, type, isDeprecated, fields, enum: values = [] } = description;
  return [
    heading(3, name),
    line([code(type), isDeprecated && ` (${words.deprecated})`]),
    ...(description.description ?? []),
    ...factsLine([[words.oneOf, values]]),
    ...fieldList(fields, words),
    ...exampleBlocks(description),
  ];
}

/** The line of an operation, a webhook or a schema of which no description is known. */
export function nameBlock(name: string, url?: string): Block {
  const { nodes = [] } = line([code(name), url !== undefined && ": "]);
  const source = url === undefined ? [] : [link({ kind: "url", url }, [textOf([leaf(url)])])];
  return paragraph([...nodes, ...source]);
}

function mediaBlocks(
  contentType: string,
  payload: Payload,
  others: readonly OtherMedia[] | undefined,
  words: FrameWords,
): Block[] {
  const type = payload.type === undefined ? false : code(payload.type);
  const names = [contentType !== "" && code(contentType), contentType !== "" && type && ": ", type];
  return [
    ...(names.some(Boolean) ? [line(names)] : []),
    ...fieldList(payload.fields, words),
    ...exampleBlocks(payload),
    ...(others ?? []).flatMap((media) => mediaBlocks(media.contentType, media, undefined, words)),
  ];
}

function exampleBlocks({ example, sample }: Payload): Block[] {
  const text = example ?? sample;
  if (text === undefined) return [];
  const lines = text.split("\n").map((written) => block("code-line", {}, [textOf([leaf(written)])]));
  return [block("code", { syntax: isJson(text) ? "json" : undefined }, lines)];
}

function isJson(text: string): boolean {
  return /^\s*[[{"\d]/.test(text);
}

/** Fields as a list. The fields of a field are a list in its item. */
function fieldList(rows: readonly Field[], words: FrameWords): Block[] {
  const depth = rows[0]?.depth ?? 0;
  const starts = rows.flatMap((row, i) => (row.depth <= depth ? [i] : []));
  return listOf(
    starts.flatMap((start, i) => {
      const [row, ...nested] = rows.slice(start, starts[i + 1]);
      return row === undefined ? [] : [[...fieldBlocks(row, words), ...fieldList(nested, words)]];
    }),
  );
}

function fieldBlocks(row: Field, words: FrameWords): Block[] {
  if (row.kind === "more") return [line([words.andMore])];
  const { type, in: place, isRequired, isDeprecated, access } = row;
  const notes = [
    ...[type, place, isRequired && words.required, isDeprecated && words.deprecated],
    access && (access === "read-only" ? words.readOnly : words.writeOnly),
  ].filter((note): note is string => Boolean(note));
  return [
    line([
      row.kind === "variant" && `${words.oneOf}: `,
      code(row.name),
      notes.length > 0 && ` (${notes.join(", ")})`,
    ]),
    ...(row.description ?? []),
    ...factsLine([
      [words.defaultValue, row.default === undefined ? [] : [row.default]],
      [words.oneOf, row.enum ?? []],
      [words.example, row.example === undefined ? [] : [row.example]],
    ]),
  ];
}

type Fact = readonly [label: string, values: readonly string[]];

function factsLine(facts: readonly Fact[]): Block[] {
  const known = facts.filter(([, values]) => values.length > 0);
  if (known.length === 0) return [];
  const parts = known.flatMap(([label, values], i): Part[] => [
    `${i > 0 ? " · " : ""}${label}: `,
    ...values.flatMap((value, at) => [at > 0 && ", ", code(value)]),
  ]);
  return [line(parts)];
}

function labelled(title: string, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [heading(3, title), ...blocks];
}

function listOf(items: readonly (readonly Block[])[]): Block[] {
  if (items.length === 0) return [];
  const nodes = items.map((item) => block("list-item", {}, item));
  return [block("list-unordered", {}, nodes)];
}

function heading(level: 2 | 3, title: string): Block {
  return block(`heading-${level}`, {}, [textOf([leaf(title)])]);
}

type Part = string | { readonly code: string } | false;

function code(text: string): Part {
  return text !== "" && { code: text };
}

/** A paragraph of text and code. */
function line(parts: readonly Part[]): Block {
  const leaves = parts.flatMap((part) => {
    if (part === false) return [];
    return typeof part === "string" ? leaf(part) : leaf(part.code, [{ object: "mark", type: "code" }]);
  });
  return paragraph([textOf(leaves)]);
}
