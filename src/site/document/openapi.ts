import type { ContentRef } from "../../content/document/index.ts";
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
import { writeLinkCard } from "./media.ts";
import { writeFields, writeType } from "./openapi-fields.ts";
import { writeRequestSamples } from "./request-samples.ts";
import { writeTabList } from "./tabs.ts";

export const writeOperation: WriteBlock<"openapi-operation" | "swagger"> = ({ data }, context) => {
  const { path, method, ref } = data;
  const description = describeOperation(context.specOf(ref), path, method);
  return writeSheet(description, { data, method, path, ref }, withSchemas(context, ref));
};

export const writeWebhook: WriteBlock<"openapi-webhook"> = ({ data }, context) => {
  const { name, method, ref } = data;
  const description = describeWebhook(context.specOf(ref), name, method);
  return writeSheet(description, { data, method, path: name, ref }, withSchemas(context, ref));
};

/** Links the names of schemas to where the site shows them. */
function withSchemas(context: PageContext, ref: ContentRef): PageContext {
  return { ...context, schemaUrl: (name) => context.apiUrls?.schema(ref, name) };
}

/** A group of schemas is one list that can be opened. */
export const writeSchemas: WriteBlock<"openapi-schemas"> = ({ data }, pageContext) => {
  const { schemas: names, ref, grouped, title = pageContext.words.models } = data;
  const context = withSchemas(pageContext, ref);
  const descriptions = describeSchemas(context.specOf(ref), names);
  const anchors = new Map(names.map((name) => [name, context.apiAnchors.schema(name)]));
  const missing = () =>
    names.map((name) => html`<section class="api"><p class="api-line"><code>${name}</code></p></section>`);
  if (descriptions.length === 0) return html`${missing()}`;
  if (grouped !== true) {
    const sections = descriptions.map((description) => {
      const { name } = description;
      const id = anchors.get(name);
      if (id !== undefined) context.addApiHeading(data, { id, title: name });
      return html`<section class="api">${writeSchema(description, id, context)}</section>`;
    });
    return html`${sections}`;
  }
  const items = descriptions.map(
    (description) =>
      html`<details class="api-nested"><summary>${writeSchemaName(description, context)}</summary><div${attributes({ id: anchors.get(description.name) })}>${writeSchemaBody(description, context)}</div></details>`,
  );
  const id = context.apiAnchors.schemas(title);
  context.addApiHeading(data, { id, title });
  return html`<section class="api"><p class="api-title" id="${id}">${title}</p>${items}</section>`;
};

function writeMethod(method: string): Html {
  return html`<span class="method method-${method.toLowerCase().replace(/[^a-z]/g, "")}">${method.toUpperCase()}</span>`;
}

/** An operation as a block names it. */
interface OperationBlock {
  readonly data: object;
  readonly method: string;
  readonly path: string;
  readonly ref: ContentRef;
}

/** Writes an operation. Without a description, only the method and path of the block are shown. */
function writeSheet(
  description: OperationDescription | undefined,
  written: OperationBlock,
  context: PageContext,
): Html {
  const id = context.apiAnchors.operation(written.method, written.path);
  if (description === undefined)
    return html`<section class="api"><p class="api-line">${writeMethod(written.method)}<code>${written.path}</code></p>${writeSource(written.ref, context)}</section>`;
  const { method, path, title, isDeprecated, servers } = description;
  const [server, ...others] = servers;
  context.addApiHeading(written.data, { id, title: title ?? path });
  const link =
    context.hasAnchors &&
    html`<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${context.words.linkToHeading}: ${title ?? path}">#</a>`;
  return html`<section class="api"><h2 class="api-title" id="${id}">${title ?? path}${link}</h2><p class="api-line">${writeMethod(method)}<code>${server !== undefined && html`<span class="api-server">${server}</span>`}${path}</code>${isDeprecated && writeDeprecated(context)}</p>${others.map((other) => html`<p class="api-line api-type"><code>${other}</code></p>`)}${writeActions(description, written, context)}${writeText(description.description, context)}<div class="api-columns"><div>${writeWords(description, context)}</div>${writeSide(description, context)}</div></section>`;
}

/** A link to a spec that was not read, or could not be. Specs of the organization and files have no such URL. */
function writeSource(ref: ContentRef, context: PageContext): Html | false {
  if (ref.kind !== "url") return false;
  const target = context.targetOf(ref);
  if (target.href === undefined) return false;
  return writeLinkCard("link", html`${target.title}`, target, context);
}

/** Links to send a request, and to the spec. */
function writeActions(
  { isTryable, title, method, path }: OperationDescription,
  written: OperationBlock,
  { apiUrls, words }: PageContext,
): Html | false {
  const tryUrl = isTryable ? apiUrls?.tryRequest(written.ref, written.path, written.method) : undefined;
  const specUrl = apiUrls?.download(written.ref);
  const others =
    apiUrls?.operations(written.ref, written.path).filter((link) => link.method !== method) ?? [];
  if (tryUrl === undefined && specUrl === undefined && others.length === 0) return false;
  const label = `${words.tryIt}: ${title ?? `${method} ${path}`}`;
  return html`<p class="api-actions">${
    tryUrl !== undefined &&
    html`<a class="button button-primary api-try" href="${tryUrl}" target="_blank" aria-label="${label}" data-close="${words.close}">${words.tryIt}</a>`
  }${specUrl !== undefined && html`<a class="api-download" href="${specUrl}" download>${words.downloadSpec}</a>`}${others.map((other) => html`<a class="api-other" href="${other.url}" aria-label="${other.method} ${path}">${writeMethod(other.method)}</a>`)}</p>`;
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
  { type, schemaName, fields }: Payload,
  others: readonly OtherMedia[] | undefined,
  context: PageContext,
): Html {
  const typeName = type === undefined ? false : writeType(type, schemaName, context);
  const note = html`${contentType}${contentType !== "" && typeName && " · "}${typeName}`;
  const more = others?.map(
    (media) =>
      html`<details class="api-nested"><summary><code>${media.contentType}</code></summary>${writeMedia("", media, undefined, context)}</details>`,
  );
  return html`${note.text !== "" && html`<p class="api-type">${note}</p>`}${writeFields(fields, context)}${more}`;
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

function writeSchema(description: SchemaDescription, id: string | undefined, context: PageContext): Html {
  return html`<p class="api-line"${attributes({ id })}>${writeSchemaName(description, context)}</p>${writeSchemaBody(description, context)}`;
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
