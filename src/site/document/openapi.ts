import {
  describeOperation,
  describeSchemas,
  describeWebhook,
  type Field,
  type OperationDescription,
  type Payload,
  type SchemaDescription,
} from "../../openapi/description/index.ts";
import { type Html, html } from "../html/index.ts";
import { writeListing } from "./code.ts";
import type { PageContext, WriteBlock } from "./context.ts";
import { writeRequestSamples } from "./request-samples.ts";

export const writeOperation: WriteBlock<"openapi-operation" | "swagger"> = ({ data }, context) => {
  const { path, method, ref } = data;
  return writeSheet(describeOperation(context.specOf(ref), path, method), method, path, context);
};

export const writeWebhook: WriteBlock<"openapi-webhook"> = ({ data }, context) => {
  const { name, method, ref } = data;
  return writeSheet(describeWebhook(context.specOf(ref), name, method), method, name, context);
};

export const writeSchemas: WriteBlock<"openapi-schemas"> = ({ data }, context) => {
  const { schemas: names, ref } = data;
  const descriptions = describeSchemas(context.specOf(ref), names);
  return html`${
    descriptions.length > 0
      ? descriptions.map((description) => writeSchema(description, context))
      : names.map((name) => html`<section class="api"><p class="api-line"><code>${name}</code></p></section>`)
  }`;
};

function writeMethod(method: string): Html {
  return html`<span class="method method-${method.toLowerCase().replace(/[^a-z]/g, "")}">${method.toUpperCase()}</span>`;
}

/** Writes an operation. Without a description, only the method and path of the block are shown. */
function writeSheet(
  description: OperationDescription | undefined,
  fallbackMethod: string,
  fallbackPath: string,
  context: PageContext,
): Html {
  const { words } = context;
  if (description === undefined)
    return html`<section class="api"><p class="api-line">${writeMethod(fallbackMethod)}<code>${fallbackPath}</code></p></section>`;
  const { method, path, title, isDeprecated, servers, security, parameters, body, responses } = description;
  return html`<section class="api">${title !== undefined && html`<p class="api-title">${title}</p>`}<p class="api-line">${writeMethod(method)}<code>${servers[0] !== undefined && html`<span class="api-server">${servers[0]}</span>`}${path}</code>${isDeprecated && html`<span class="badge badge-warning">${words.deprecated}</span>`}</p>${description.description && html`<div class="api-text">${context.blocks(description.description)}</div>`}<div class="api-columns"><div>${[
    writeLines(words.authorization, security),
    parameters.length > 0 &&
      html`<p class="api-label">${words.parameters}</p>${writeFields(parameters, context)}`,
    body && writePayload(words.requestBody, body.contentTypes.join(", "), body, context),
    responses.map((response) =>
      writePayload(`${words.response} ${response.status}`, response.contentType ?? "", response, context),
    ),
  ]}</div><div class="api-samples">${writeRequestSamples(description, context)}${responses.flatMap(
    ({ status, example }) =>
      example === undefined
        ? []
        : [writeListing(example, "json", context, { title: `${words.response} ${status}` })],
  )}</div></div></section>`;
}

function writeSchema(description: SchemaDescription, context: PageContext): Html {
  const { name, type, isDeprecated, fields, example, enum: values = [] } = description;
  const { words } = context;
  return html`<section class="api"><p class="api-line"><code>${name}</code><span class="api-type">${type}</span>${isDeprecated && html`<span class="badge badge-warning">${words.deprecated}</span>`}</p>${[
    description.description && context.blocks(description.description),
    writeLines(words.oneOf, values),
    writeFields(fields, context),
    example !== undefined && writeListing(example, "json", context, { title: words.example }),
  ]}</section>`;
}

function writeLines(label: string, lines: readonly string[]): Html | false {
  return (
    lines.length > 0 &&
    html`<p class="api-label">${label}</p><ul class="api-lines">${lines.map((line) => html`<li>${line}</li>`)}</ul>`
  );
}

interface Described extends Payload {
  readonly description?: OperationDescription["description"];
}

function writePayload(title: string, contentType: string, payload: Described, context: PageContext): Html {
  const { description, type, fields } = payload;
  const note = [contentType, type].filter(Boolean).join(" · ");
  return html`<p class="api-label">${title}${note !== "" && html` <span class="api-type">${note}</span>`}</p>${description && html`<div class="api-text">${context.blocks(description)}</div>`}${writeFields(fields, context)}`;
}

/** Fields with fields of their own can be opened. */
function writeFields(rows: readonly Field[], context: PageContext): Html | false {
  if (rows.length === 0) return false;
  const depth = rows[0]?.depth ?? 0;
  const starts = rows.flatMap((row, i) => (row.depth <= depth ? [i] : []));
  const items = starts.map((start, i) => {
    const [row, ...nested] = rows.slice(start, starts[i + 1]);
    return row && html`<li>${writeField(row, nested, context)}</li>`;
  });
  return html`<ul class="api-fields">${items}</ul>`;
}

function writeField(row: Field, nested: readonly Field[], context: PageContext): Html {
  const { words } = context;
  if (row.kind === "more") return html`<span class="api-type">${words.andMore}</span>`;
  const type = row.in === undefined ? row.type : `${row.type}, ${row.in}`;
  const facts = [
    [words.defaultValue, row.default],
    [words.oneOf, row.enum?.join(", ")],
    [words.example, row.example],
  ].flatMap(([label, value]) =>
    value === undefined ? [] : [html`<p class="api-fact">${label}: <code>${value}</code></p>`],
  );
  return html`<p class="api-field"><code>${row.name}</code> <span class="api-type">${type}</span>${row.isRequired && html` <span class="badge">${words.required}</span>`}${row.isDeprecated && html` <span class="badge badge-warning">${words.deprecated}</span>`}${row.access !== undefined && html` <span class="badge">${row.access === "read-only" ? words.readOnly : words.writeOnly}</span>`}</p>${row.description && html`<div class="api-text">${context.blocks(row.description)}</div>`}${facts}${nested.length > 0 && html`<details class="api-nested"><summary>${words.fieldsOf} <code>${row.name}</code></summary>${writeFields(nested, context)}</details>`}`;
}
