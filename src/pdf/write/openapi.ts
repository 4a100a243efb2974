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
import type { PageContext, WriteBlock } from "./context.ts";
import { words } from "./text.ts";
import { array, bool, type Code, call, join, none, num, str } from "./typst.ts";

export const writeOperation: WriteBlock<"openapi-operation" | "swagger"> = ({ data }, context) => {
  const { path, method, ref } = data;
  return operation(describeOperation(context.specOf(ref), path, method), method, path, context);
};

export const writeWebhook: WriteBlock<"openapi-webhook"> = ({ data }, context) => {
  const { name, method, ref } = data;
  return operation(describeWebhook(context.specOf(ref), name, method), method, name, context);
};

export const writeSchemas: WriteBlock<"openapi-schemas"> = ({ data }, context) => {
  const { schemas: names, ref } = data;
  const descriptions = describeSchemas(context.specOf(ref), names);
  if (descriptions.length > 0) return join(descriptions.map((each) => schema(each, context)));
  return join(names.map((each) => call("schema", [words(each), none, none])));
};

/** Without a description, only the given method and path are shown. */
function operation(
  description: OperationDescription | undefined,
  givenMethod: string,
  givenPath: string,
  context: PageContext,
): Code {
  if (description === undefined) return call("operation", [str(givenMethod), words(givenPath), none]);
  const { method, path, title, isDeprecated, servers, security, parameters, body } = description;
  const parts = [
    ...blocksOf(description, context),
    ...labelled("Server", servers),
    ...labelled("Authorization", security),
    ...(parameters.length > 0 ? [label("Parameters")] : []),
    ...fields(parameters, context),
    ...(body ? payload("Request body", body.contentTypes.join(", "), body, context) : []),
    ...description.responses.flatMap((response) =>
      payload(`Response ${response.status}`, response.contentType ?? "", response, context),
    ),
  ];
  return call("operation", [str(method.toLowerCase()), words(path), joined(parts)], {
    title: title === undefined ? undefined : words(title),
    "is-deprecated": isDeprecated ? bool(true) : undefined,
  });
}

function schema(description: SchemaDescription, context: PageContext): Code {
  const { name, type, isDeprecated, fields: rows, example, enum: values = [] } = description;
  const parts = [
    ...blocksOf(description, context),
    ...labelled("One of", values),
    ...fields(rows, context),
    ...exampleOf(example),
  ];
  return call("schema", [words(name), words(isDeprecated ? `${type}, deprecated` : type), joined(parts)]);
}

type Described = Pick<OperationDescription, "description">;

function blocksOf({ description }: Described, context: PageContext): Code[] {
  return description ? [context.blocks(description)] : [];
}

function joined(parts: readonly Code[]): Code {
  return parts.length === 0 ? none : join(parts);
}

function label(title: string): Code {
  return call("label-line", [words(title)]);
}

function labelled(title: string, lines: readonly string[]): Code[] {
  return lines.length === 0 ? [] : [label(title), ...lines.map((line) => call("note-line", [words(line)]))];
}

function payload(
  title: string,
  contentType: string,
  described: Payload & Described,
  context: PageContext,
): Code[] {
  return [
    label([title, contentType, described.type].filter(Boolean).join(" · ")),
    ...blocksOf(described, context).map((blocks) => call("small-text", [blocks])),
    ...fields(described.fields, context),
    ...exampleOf(described.example),
  ];
}

function exampleOf(example: string | undefined): Code[] {
  return example === undefined ? [] : [writeListing(example, "json", { title: str("Example") })];
}

function fields(rows: readonly Field[], context: PageContext): Code[] {
  return rows.length === 0 ? [] : [call("fields", [array(rows.map((row) => field(row, context)))])];
}

function field(row: Field, context: PageContext): Code {
  if (row.kind === "more") return array([num(row.depth), words("and more"), none, none, none]);
  const notes = [row.isRequired && "required", row.isDeprecated && "deprecated", row.access].filter(Boolean);
  const facts = [
    ...(row.default === undefined ? [] : [`Default: ${row.default}`]),
    ...(row.enum === undefined ? [] : [`One of: ${row.enum.join(", ")}`]),
    ...(row.example === undefined ? [] : [`Example: ${row.example}`]),
  ];
  const body = [...blocksOf(row, context), ...facts.map((fact) => call("note-line", [words(fact)]))];
  const type = row.in === undefined ? row.type : `${row.type} in ${row.in}`;
  const note = notes.length === 0 ? none : str(notes.join(", "));
  return array([num(row.depth), words(row.name), words(type), note, joined(body)]);
}
