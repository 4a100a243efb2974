import { writeTag } from "../../content/document/index.ts";
import { slugOf } from "../../content/pages/index.ts";
import { type ListedOperation, listOperations, type SpecTag } from "../../openapi/description/index.ts";
import type { SourcePage } from "../source/index.ts";

/** What is generated of a spec, as GitBook names it. */
export interface SpecPageOptions {
  /** Whether there is a page of all schemas. */
  readonly models: boolean;
  readonly grouping: "by-tag" | "by-operation";
}

type GeneratedPage = Pick<SourcePage, "attributes"> & { readonly title: string; readonly markdown: string };
type Position = Pick<SourcePage, "address" | "parent">;

/** The pages of an OpenAPI document: one for each tag with its operations, or one for each operation below its tag. */
export function pagesOfSpec(
  document: unknown,
  spec: string,
  { models, grouping }: SpecPageOptions,
  { address, parent }: Position,
): SourcePage[] {
  const { title = spec, tags, operations, schemas } = listOperations(document);
  const pages: SourcePage[] = [];
  const add = (key: string, inside: string | undefined, page: GeneratedPage): string => {
    const at = `${address}/${key}`;
    pages.push({
      address: at,
      ...(inside !== undefined && { parent: inside }),
      type: "document",
      slug: slugOf(page.title),
      ...page,
    });
    return at;
  };
  const added = new Set<string>();
  const addTag = (tag: SpecTag, inside: string | undefined): void => {
    if (added.has(tag.name)) return;
    added.add(tag.name);
    const own = operations.filter((operation) => operation.tag === tag.name);
    const children = byParent.get(tag.name)?.filter(({ name }) => !added.has(name)) ?? [];
    if (own.length === 0 && children.length === 0 && tag.description === undefined) return;
    const { title, summary, icon, description } = tag;
    const attributes = { ...(summary && { description: summary }), ...(icon && { icon }) };
    const blocks = grouping === "by-tag" ? own.map((operation) => operationBlock(spec, operation)) : [];
    const markdown = join([description, ...blocks]);
    const at = add(`tag/${tag.name}`, inside, { title, markdown, attributes });
    if (grouping === "by-operation") for (const operation of own) addOperation(operation, at);
    for (const child of children) addTag(child, at);
  };
  const addOperation = (operation: ListedOperation, inside: string | undefined): void => {
    const { path, method, title } = operation;
    add(`${method}${path}`, inside, { title, markdown: join([operationBlock(spec, operation)]) });
  };
  const names = new Set(tags.map(({ name }) => name));
  const parentOf = (tag: SpecTag) =>
    tag.parent !== tag.name && names.has(tag.parent ?? "") ? tag.parent : "";
  const byParent = Map.groupBy(tags, parentOf);
  // Parents may form cycles, whose tags are added at the end.
  for (const tag of [...(byParent.get("") ?? []), ...tags]) addTag(tag, parent);
  const untagged = operations.filter(({ tag }) => tag === undefined);
  if (grouping === "by-operation") for (const operation of untagged) addOperation(operation, parent);
  else if (untagged.length > 0)
    add("operations", parent, { title, markdown: join(untagged.map((each) => operationBlock(spec, each))) });
  if (models && schemas.length > 0)
    add("models", parent, { title: "Models", markdown: schemasBlock(spec, schemas) });
  return pages;
}

function operationBlock(spec: string, { path, method }: ListedOperation): string {
  return writeTag("openapi-operation", { spec, path, method });
}

function schemasBlock(spec: string, schemas: readonly string[]): string {
  return join([writeTag("openapi-schemas", { spec, schemas: schemas.join(","), grouped: true })]);
}

function join(parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => (part === undefined ? [] : `${part}\n`)).join("\n");
}
