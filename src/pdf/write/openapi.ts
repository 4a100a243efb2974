import {
  describeOperation,
  describeSchemas,
  describeWebhook,
  type Field,
  type OperationDescription,
  type Payload,
  type SchemaDescription,
} from "../../openapi/description/index.ts";
import { writeListing } from "./code.ts";
import { words } from "./text.ts";
import { array, bool, type Code, call, join, none, num, str } from "./typst.ts";
import type { WriteBlock, Writing } from "./writing.ts";

export const writeOperation: WriteBlock<"openapi-operation" | "swagger"> = ({ data }, writing) => {
  const { path, method, ref } = data;
  const sheet = describeOperation(writing.specOf(ref), path, method);
  return sheet === undefined ? bare(method, path) : operation(sheet, writing);
};

/** The legacy block for an operation of a file of the space. */
export const writeSwagger: WriteBlock<"swagger"> = writeOperation;

export const writeWebhook: WriteBlock<"openapi-webhook"> = ({ data }, writing) => {
  const { name: webhook, method, ref } = data;
  const sheet = describeWebhook(writing.specOf(ref), webhook, method);
  return sheet === undefined ? bare(method, webhook) : operation(sheet, writing);
};

export const writeSchemas: WriteBlock<"openapi-schemas"> = ({ data }, writing) => {
  const { schemas: names, ref } = data;
  const sheets = describeSchemas(writing.specOf(ref), names);
  if (sheets.length > 0) return join(sheets.map((sheet) => schema(sheet, writing)));
  return join(names.map((each) => call("schema", [words(each), none, none])));
};

/** Shown when the operation is not found. */
function bare(method: string, path: string): Code {
  return call("operation", [str(method), words(path), none]);
}

function operation(sheet: OperationDescription, writing: Writing): Code {
  const { method, path, title, isDeprecated, description, servers, security, parameters, body } = sheet;
  const parts = [
    ...(description ? [writing.blocks(description)] : []),
    ...labelled(
      "Server",
      servers.map((each) => words(each)),
    ),
    ...labelled(
      "Authorization",
      security.map((each) => words(each)),
    ),
    ...(parameters.length > 0 ? [label("Parameters"), fields(parameters, writing)] : []),
    ...(body
      ? [label(titleOf("Request body", body.contentTypes.join(", "), body)), ...payload(body, writing)]
      : []),
    ...sheet.responses.flatMap((response) => [
      label(titleOf(`Response ${response.status}`, response.contentType ?? "", response)),
      ...payload(response, writing),
    ]),
  ];
  return call(
    "operation",
    [str(method.toLowerCase()), words(path), parts.length === 0 ? none : join(parts)],
    {
      title: title === undefined ? undefined : words(title),
      "is-deprecated": isDeprecated ? bool(true) : undefined,
    },
  );
}

function schema(
  { name, type, isDeprecated, description, fields: rows, example, enum: values }: SchemaDescription,
  writing: Writing,
): Code {
  const parts = [
    ...(description ? [writing.blocks(description)] : []),
    ...labelled("One of", values?.map((each) => words(each)) ?? []),
    ...(rows.length > 0 ? [fields(rows, writing)] : []),
    ...exampleOf(example),
  ];
  const kind = isDeprecated ? `${type}, deprecated` : type;
  return call("schema", [words(name), words(kind), parts.length === 0 ? none : join(parts)]);
}

function label(title: string): Code {
  return call("label-line", [words(title)]);
}

function labelled(title: string, lines: readonly Code[]): Code[] {
  return lines.length === 0 ? [] : [label(title), ...lines.map((line) => call("note-line", [line]))];
}

function titleOf(title: string, contentType: string, { type }: Payload): string {
  return [title, contentType, type ?? ""].filter((part) => part !== "").join(" · ");
}

function payload(
  sheet: Payload & { readonly description?: OperationDescription["description"] },
  writing: Writing,
): Code[] {
  return [
    ...(sheet.description ? [call("small-text", [writing.blocks(sheet.description)])] : []),
    ...(sheet.fields.length > 0 ? [fields(sheet.fields, writing)] : []),
    ...exampleOf(sheet.example),
  ];
}

function exampleOf(example: string | undefined): Code[] {
  if (example === undefined) return [];
  return [writeListing(example, "json", { title: str("Example") })];
}

function fields(rows: readonly Field[], writing: Writing): Code {
  return call("fields", [array(rows.map((row) => field(row, writing)))]);
}

function field(row: Field, writing: Writing): Code {
  if (row.kind === "more") return array([num(row.depth), words("and more"), none, none, none]);
  const notes = [
    row.isRequired ? "required" : "",
    row.isDeprecated ? "deprecated" : "",
    row.access ?? "",
  ].filter((note) => note !== "");
  const facts = [
    row.default === undefined ? "" : `Default: ${row.default}`,
    row.enum === undefined ? "" : `One of: ${row.enum.join(", ")}`,
    row.example === undefined ? "" : `Example: ${row.example}`,
  ].filter((fact) => fact !== "");
  const body = [
    ...(row.description ? [writing.blocks(row.description)] : []),
    ...facts.map((fact) => call("note-line", [words(fact)])),
  ];
  const type = row.in === undefined ? row.type : `${row.type} in ${row.in}`;
  return array([
    num(row.depth),
    words(row.name),
    words(type),
    notes.length === 0 ? none : str(notes.join(", ")),
    body.length === 0 ? none : join(body),
  ]);
}
