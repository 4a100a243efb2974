import { isJsonObject, type JsonObject } from "../document/references.ts";
import type { Payload } from "./descriptions.ts";
import type { Source } from "./document-reader.ts";
import { type Audience, fieldsOf } from "./fields.ts";
import { cut, own, textsIn, treeOf } from "./json-values.ts";
import { typeText } from "./type-text.ts";
import { exampleIn, exampleOf, exampleText } from "./values.ts";

const mostTypes = 10;
const longestType = 100;

/** In which forms something is sent, and what the one that is shown says. */
export interface Media {
  readonly contentTypes: readonly string[];
  readonly contentType?: string;
  readonly schema: unknown;
  readonly example: unknown;
}

/** What a request body or a response holds. */
export function mediaIn(source: Source, content: unknown): Media {
  const byType = treeOf(content);
  const keys = source.keysOf(byType, mostTypes);
  const shown = preferred(keys);
  const media = treeOf(source.resolve(own(byType, shown ?? "")));
  return { ...named(keys), schema: own(media, "schema"), example: exampleIn(source, media) };
}

/** The same as Swagger 2.0 says it: one schema, and types apart from it. */
export function mediaOfSwagger(source: Source, holder: JsonObject | undefined, types: unknown): Media {
  const schema = own(holder, "schema");
  const examples = treeOf(own(holder, "examples"));
  const [first = ""] = source.keysOf(examples, 1);
  const listed = schema === undefined ? [] : textsIn(types, mostTypes, longestType);
  return {
    ...named(listed),
    schema,
    example: own(examples, preferred(listed) ?? "") ?? own(examples, first),
  };
}

/** JSON is what the fields of a schema stand for. */
function preferred(types: readonly string[]): string | undefined {
  return types.find((type) => /\bjson\b/i.test(cut(type, longestType))) ?? types[0];
}

function named(types: readonly string[]): Pick<Media, "contentTypes" | "contentType"> {
  const shown = preferred(types);
  return {
    contentTypes: types.map((type) => cut(type, longestType)),
    ...(shown !== undefined && { contentType: cut(shown, longestType) }),
  };
}

export function presentPayload(source: Source, { schema, example }: Media, audience: Audience): Payload {
  const view = isJsonObject(schema) ? source.view(schema) : undefined;
  const text = exampleText(source, example ?? (view && exampleOf(source, view)));
  return {
    ...(view && { type: typeText(source, view) }),
    fields: view === undefined ? [] : fieldsOf(source, view, audience),
    ...(text !== undefined && { example: text }),
  };
}
