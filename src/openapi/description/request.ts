import { isJsonObject, type JsonObject } from "../document/references.ts";
import type { BodyDescription, Field } from "./descriptions.ts";
import type { Source } from "./document-reader.ts";
import { fieldsFor, type Row } from "./fields.ts";
import { firstOf, own, textOf, treeOf } from "./json-values.ts";
import { type Media, mediaIn, mediaOfSwagger, presentPayload } from "./media.ts";
import { emptyView, type View } from "./resolved-schema.ts";

const mostParameters = 300;
const longestDescription = 4000;

/** The parameters of an operation, each with what it refers to: its own count more than those of its path. */
export function parametersOf(source: Source, item: JsonObject, operation: JsonObject): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const holder of [item, operation])
    for (const each of firstOf(own(holder, "parameters"), mostParameters)) {
      const parameter = source.resolve(each);
      if (!isJsonObject(parameter)) continue;
      const [place, name] = [placeOf(parameter), textOf(own(parameter, "name"), 1000)];
      if (place !== undefined && name !== undefined) byName.set(`${place} ${name}`, parameter);
    }
  return [...byName.values()];
}

function placeOf(parameter: JsonObject): string | undefined {
  return textOf(own(parameter, "in"), 20);
}

const inBody = ["body", "formData"];

export function presentParameters(source: Source, parameters: readonly JsonObject[]): Field[] {
  const rows = parameters.flatMap((parameter): Row[] => {
    const place = placeOf(parameter) ?? "";
    return inBody.includes(place) ? [] : [{ ...rowOf(source, parameter), in: place }];
  });
  return fieldsFor(source, rows, "request");
}

function rowOf(source: Source, parameter: JsonObject): Row {
  return {
    kind: "property",
    name: textOf(own(parameter, "name"), 1000) ?? "",
    view: viewOf(source, parameter),
    isRequired: own(parameter, "required") === true || own(parameter, "in") === "path",
  };
}

/** What a parameter says of itself is nearer than what its schema does; in Swagger 2.0 it is its own schema. */
function viewOf(source: Source, parameter: JsonObject): View {
  const schema = own(parameter, "schema") ?? mediaIn(source, own(parameter, "content")).schema;
  if (!isJsonObject(schema)) return { ...emptyView(parameter), parts: [parameter], near: [parameter] };
  const view = source.view(schema);
  return { ...view, parts: [...view.parts, parameter], near: [...view.near, parameter] };
}

/** What a request sends, if anything. In Swagger 2.0, that is a matter of its parameters. */
export function presentBody(
  source: Source,
  operation: JsonObject,
  parameters: readonly JsonObject[],
): { readonly body?: BodyDescription } {
  const body = treeOf(source.resolve(own(operation, "requestBody")));
  if (body !== undefined) return { body: bodyFrom(source, body, mediaIn(source, own(body, "content"))) };
  const consumes = own(operation, "consumes") ?? own(source.document, "consumes");
  const only = parameters.find((parameter) => placeOf(parameter) === "body");
  if (only !== undefined)
    return { body: bodyFrom(source, only, mediaOfSwagger(source, only, consumes ?? ["application/json"])) };
  const form = parameters.filter((parameter) => placeOf(parameter) === "formData");
  return form.length === 0 ? {} : { body: formBody(source, form, consumes) };
}

function formBody(source: Source, form: readonly JsonObject[], consumes: unknown): BodyDescription {
  const types = consumes ?? ["application/x-www-form-urlencoded"];
  const { contentTypes } = mediaOfSwagger(source, { schema: {} }, types);
  const rows = form.map((parameter) => rowOf(source, parameter));
  const isRequired = rows.some((row) => row.isRequired);
  return { contentTypes, isRequired, type: "object", fields: fieldsFor(source, rows, "request") };
}

function bodyFrom(source: Source, body: JsonObject, media: Media): BodyDescription {
  return {
    contentTypes: media.contentTypes,
    isRequired: own(body, "required") === true,
    ...source.describe(own(body, "description"), longestDescription),
    ...presentPayload(source, media, "request"),
  };
}
