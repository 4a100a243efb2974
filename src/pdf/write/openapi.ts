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
  return writeOperationBox(describeOperation(context.specOf(ref), path, method), method, path, context);
};

export const writeWebhook: WriteBlock<"openapi-webhook"> = ({ data }, context) => {
  const { name, method, ref } = data;
  return writeOperationBox(describeWebhook(context.specOf(ref), name, method), method, name, context);
};

export const writeSchemas: WriteBlock<"openapi-schemas"> = ({ data }, context) => {
  const { schemas: names, ref } = data;
  const descriptions = describeSchemas(context.specOf(ref), names);
  if (descriptions.length > 0)
    return join(descriptions.map((description) => writeSchema(description, context)));
  return join(names.map((name) => call("schema", [words(name), none, none])));
};

/** Writes an operation. Without a description, only the method and path of the block are shown. */
function writeOperationBox(
  description: OperationDescription | undefined,
  fallbackMethod: string,
  fallbackPath: string,
  context: PageContext,
): Code {
  if (description === undefined) return call("operation", [str(fallbackMethod), words(fallbackPath), none]);
  const { method, path, title, isDeprecated, servers, security, parameters, body } = description;
  const parts = [
    ...blocksOf(description, context),
    ...writeLabelledLines("Server", servers),
    ...writeLabelledLines("Authorization", security),
    ...(parameters.length > 0 ? [writeLabel("Parameters")] : []),
    ...writeFields(parameters, context),
    ...(body ? writePayload("Request body", body.contentTypes.join(", "), body, context) : []),
    ...description.responses.flatMap((response) =>
      writePayload(`Response ${response.status}`, response.contentType ?? "", response, context),
    ),
  ];
  return call("operation", [str(method.toLowerCase()), words(path), joinOrNone(parts)], {
    title: title === undefined ? undefined : words(title),
    "is-deprecated": isDeprecated ? bool(true) : undefined,
  });
}

function writeSchema(description: SchemaDescription, context: PageContext): Code {
  const { name, type, isDeprecated, fields: rows, example, enum: values = [] } = description;
  const parts = [
    ...blocksOf(description, context),
    ...writeLabelledLines("One of", values),
    ...writeFields(rows, context),
    ...writeExample(example),
  ];
  return call("schema", [words(name), words(isDeprecated ? `${type}, deprecated` : type), joinOrNone(parts)]);
}

type Described = Pick<OperationDescription, "description">;

function blocksOf({ description }: Described, context: PageContext): Code[] {
  return description ? [context.blocks(description)] : [];
}

function joinOrNone(parts: readonly Code[]): Code {
  return parts.length === 0 ? none : join(parts);
}

function writeLabel(title: string): Code {
  return call("label-line", [words(title)]);
}

function writeLabelledLines(title: string, lines: readonly string[]): Code[] {
  return lines.length === 0
    ? []
    : [writeLabel(title), ...lines.map((line) => call("note-line", [words(line)]))];
}

function writePayload(
  title: string,
  contentType: string,
  content: Payload & Described,
  context: PageContext,
): Code[] {
  return [
    writeLabel([title, contentType, content.type].filter(Boolean).join(" · ")),
    ...blocksOf(content, context).map((blocks) => call("small-text", [blocks])),
    ...writeFields(content.fields, context),
    ...writeExample(content.example),
  ];
}

function writeExample(example: string | undefined): Code[] {
  return example === undefined ? [] : [writeListing(example, "json", { title: str("Example") })];
}

function writeFields(rows: readonly Field[], context: PageContext): Code[] {
  return rows.length === 0 ? [] : [call("fields", [array(rows.map((row) => writeField(row, context)))])];
}

function writeField(row: Field, context: PageContext): Code {
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
  return array([num(row.depth), words(row.name), words(type), note, joinOrNone(body)]);
}
