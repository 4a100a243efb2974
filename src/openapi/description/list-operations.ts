import { isJsonObject } from "../document/index.ts";
import { DocumentReader } from "./document-reader.ts";
import { firstOf, maxNameLength, own, textOf, textsIn } from "./json-values.ts";
import { maxDescriptionLength, maxPathLength, maxTitleLength, methods } from "./limits.ts";

/** A tag of a document, with the extensions that determine its page. */
export interface SpecTag {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly summary?: string;
  readonly icon?: string;
  /** The name of the enclosing tag. */
  readonly parent?: string;
}

export interface ListedOperation {
  readonly path: string;
  readonly method: string;
  readonly title: string;
  readonly operationId?: string;
  /** The first tag, under which the operation is listed. */
  readonly tag?: string;
}

export interface SpecOverview {
  readonly title?: string;
  readonly tags: readonly SpecTag[];
  readonly operations: readonly ListedOperation[];
  readonly schemas: readonly string[];
}

const maxTags = 1000;
const maxOperations = 5000;
const maxSchemas = 1000;

/** Lists the tags, operations and schemas of a document. Tags that only operations mention come last. */
export function listOperations(document: unknown): SpecOverview {
  const reader = new DocumentReader(document);
  const operations: ListedOperation[] = [];
  const paths = own(document, "paths");
  for (const [path, pathItem] of Object.entries(isJsonObject(paths) ? paths : {})) {
    const item = reader.resolve(pathItem);
    for (const method of methods) {
      const operation = reader.resolve(own(item, method));
      if (!isJsonObject(operation) || path.length > maxPathLength) continue;
      if (operations.length === maxOperations) break;
      const [tag] = textsIn(own(operation, "tags"), 1, maxNameLength);
      const title = textOf(own(operation, "summary"), maxTitleLength) ?? `${method.toUpperCase()} ${path}`;
      const operationId = textOf(own(operation, "operationId"), maxPathLength);
      operations.push({
        ...{ path, method, title },
        ...(operationId !== undefined && { operationId }),
        ...(tag !== undefined && { tag }),
      });
    }
  }
  const declared = firstOf(own(document, "tags"), maxTags).flatMap(tagOf);
  const tags = new Map(declared.map((tag) => [tag.name, tag]));
  for (const { tag } of operations) if (tag !== undefined) tags.getOrInsert(tag, { name: tag, title: tag });
  const schemas = own(own(document, "components"), "schemas") ?? own(document, "definitions");
  const title = textOf(own(own(document, "info"), "title"), maxTitleLength);
  return {
    ...(title !== undefined && { title }),
    tags: [...tags.values()],
    operations,
    schemas: Object.keys(isJsonObject(schemas) ? schemas : {}).slice(0, maxSchemas),
  };
}

function tagOf(value: unknown): SpecTag[] {
  const name = textOf(own(value, "name"), maxNameLength);
  if (name === undefined) return [];
  const text = (key: string, maxLength = maxTitleLength) => textOf(own(value, key), maxLength);
  const [description, summary] = [text("description", maxDescriptionLength), text("x-page-description")];
  const [icon, parent] = [
    text("x-page-icon", maxNameLength),
    text("x-parent", maxNameLength) ?? text("parent"),
  ];
  return [
    {
      name,
      title: text("x-page-title") ?? text("x-displayName") ?? name,
      ...(description !== undefined && { description }),
      ...(summary !== undefined && { summary }),
      ...(icon !== undefined && { icon }),
      ...(parent !== undefined && { parent }),
    },
  ];
}
