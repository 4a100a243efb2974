import {
  describeOperation,
  describeSchemas,
  describeWebhook,
  type Field,
  type OperationDescription,
  type OtherMedia,
  type Payload,
  type ResponseDescription,
  type SchemaDescription,
} from "../../openapi/description/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import { writeListing } from "./code.ts";
import type { PageContext, WriteBlock } from "./context.ts";
import { writeFields } from "./openapi-fields.ts";
import { writeRequestSamples } from "./request-samples.ts";
import { writeTabList } from "./tabs.ts";

export const writeOperation: WriteBlock<"openapi-operation" | "swagger"> = ({ data }, context) => {
  const { path, method, ref } = data;
  return writeSheet(describeOperation(context.specOf(ref), path, method), method, path, context);
};

export const writeWebhook: WriteBlock<"openapi-webhook"> = ({ data }, context) => {
  const { name, method, ref } = data;
  return writeSheet(describeWebhook(context.specOf(ref), name, method), method, name, context);
};

/** A group of schemas is one list that can be opened. */
export const writeSchemas: WriteBlock<"openapi-schemas"> = ({ data }, context) => {
  const { schemas: names, ref, grouped, title = context.words.models } = data;
  const descriptions = describeSchemas(context.specOf(ref), names);
  const missing = () =>
    names.map((name) => html`<section class="api"><p class="api-line"><code>${name}</code></p></section>`);
  if (descriptions.length === 0) return html`${missing()}`;
  if (grouped !== true)
    return html`${descriptions.map((description) => html`<section class="api">${writeSchema(description, context)}</section>`)}`;
  const items = descriptions.map(
    (description) =>
      html`<details class="api-nested"><summary>${writeSchemaName(description, context)}</summary>${writeSchemaBody(description, context)}</details>`,
  );
  return html`<section class="api"><p class="api-title">${title}</p>${items}</section>`;
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
  if (description === undefined)
    return html`<section class="api"><p class="api-line">${writeMethod(fallbackMethod)}<code>${fallbackPath}</code></p></section>`;
  const { method, path, title, isDeprecated, servers } = description;
  const [server, ...others] = servers;
  const id = anchorFor(method, path);
  const link =
    context.hasAnchors &&
    html`<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${context.words.linkToHeading}: ${title ?? path}">#</a>`;
  return html`<section class="api"><h2 class="api-title" id="${id}">${title ?? path}${link}</h2><p class="api-line">${writeMethod(method)}<code>${server !== undefined && html`<span class="api-server">${server}</span>`}${path}</code>${isDeprecated && writeDeprecated(context)}</p>${others.map((other) => html`<p class="api-line api-type"><code>${other}</code></p>`)}${writeText(description.description, context)}<div class="api-columns"><div>${writeWords(description, context)}</div>${writeSide(description, context)}</div></section>`;
}

function anchorFor(method: string, path: string): string {
  return `${method} ${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

const places = {
  path: "pathParameters",
  query: "queryParameters",
  header: "headers",
  cookie: "cookies",
} as const;

/** Authorization, parameters by their place, the body and the responses. */
function writeWords(description: OperationDescription, context: PageContext): (Html | false | undefined)[] {
  const { words } = context;
  const { security, parameters, body, responses } = description;
  const groups = Object.entries(places).map(([place, label]) => {
    const rows = inPlace(parameters, place);
    return rows.length > 0 && html`<p class="api-label">${words[label]}</p>${writeFields(rows, context)}`;
  });
  const bodyTitle = html`${words.requestBody}${body?.isRequired && html` <span class="badge">${words.required}</span>`}`;
  return [
    security.length > 0 &&
      html`<p class="api-label">${words.authorization}</p><ul class="api-lines">${security.map((line) => html`<li>${line}</li>`)}</ul>`,
    ...groups,
    body &&
      html`<p class="api-label">${bodyTitle}</p>${writeText(body.description, context)}${writeMedia(body.contentTypes.join(", "), body, body.others, context)}`,
    responses.length > 0 &&
      html`<p class="api-label">${words.responses}</p>${writeResponses(responses, context)}`,
  ];
}

/** The parameters of a place, with their nested fields. */
function inPlace(parameters: readonly Field[], place: string): Field[] {
  let isIncluded = false;
  return parameters.filter((field) => {
    if (field.depth === 0) isIncluded = field.in === place || (field.kind === "more" && place === "query");
    return isIncluded;
  });
}

/** The fields in the preferred media type. Other media types can be opened. */
function writeMedia(
  contentType: string,
  { type, fields }: Payload,
  others: readonly OtherMedia[] | undefined,
  context: PageContext,
): Html {
  const note = [contentType, type].filter(Boolean).join(" · ");
  const more = others?.map(
    (media) =>
      html`<details class="api-nested"><summary><code>${media.contentType}</code></summary>${writeMedia("", media, undefined, context)}</details>`,
  );
  return html`${note !== "" && html`<p class="api-type">${note}</p>`}${writeFields(fields, context)}${more}`;
}

/** The first successful response is open. */
function writeResponses(responses: readonly ResponseDescription[], context: PageContext): Html[] {
  const first = responses.find(({ status }) => status.startsWith("2")) ?? responses[0];
  return responses.map((response) => {
    const { status, contentType = "", description, others } = response;
    const tone = /^[1-5]/.test(status) ? status.slice(0, 1) : "0";
    const text = writeText(description, context);
    const media = writeMedia(contentType, response, others, context);
    return html`<details class="api-nested api-response"${attributes({ open: response === first })}><summary><span class="status status-${tone}">${status}</span></summary>${text}${media}</details>`;
  });
}

/** Requests to copy, and examples of the responses. */
function writeSide(description: OperationDescription, context: PageContext): Html | false {
  const { body, responses, servers } = description;
  const requests = writeRequestSamples(description, context);
  const payload = body?.example ?? body?.sample;
  const webhook = servers.length === 0 && payload !== undefined && writeListing(payload, "json", context);
  const answers = responses.flatMap((response) => {
    const text = response.example ?? response.sample;
    return text === undefined
      ? []
      : [{ title: response.status, body: writeListing(text, "json", context, { overflow: "scroll" }) }];
  });
  const { words } = context;
  const request = requests ?? webhook;
  if (!request && answers.length === 0) return false;
  return html`<div class="api-samples">${request && html`<p class="api-label">${words.request}</p>${request}`}${
    answers.length > 0 && html`<p class="api-label">${words.response}</p>${writeTabList(answers, context)}`
  }</div>`;
}

function writeSchemaName({ name, type, isDeprecated }: SchemaDescription, context: PageContext): Html {
  return html`<code>${name}</code> <span class="api-type">${type}</span>${isDeprecated && writeDeprecated(context)}`;
}

function writeSchema(description: SchemaDescription, context: PageContext): Html {
  return html`<p class="api-line">${writeSchemaName(description, context)}</p>${writeSchemaBody(description, context)}`;
}

function writeSchemaBody(description: SchemaDescription, context: PageContext): Html {
  const { fields, example, enum: values = [] } = description;
  const { words } = context;
  return html`${writeText(description.description, context)}${
    values.length > 0 &&
    html`<p class="api-fact">${words.oneOf}: ${values.map((value) => html`<code>${value}</code> `)}</p>`
  }${writeFields(fields, context)}${example !== undefined && writeListing(example, "json", context, { title: words.example })}`;
}

function writeDeprecated({ words }: PageContext): Html {
  return html` <span class="badge badge-warning">${words.deprecated}</span>`;
}

function writeText(blocks: OperationDescription["description"], context: PageContext): Html | undefined {
  return blocks && html`<div class="api-text">${context.blocks(blocks)}</div>`;
}
