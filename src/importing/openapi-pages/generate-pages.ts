import type { ImportedTree, SourcePage } from "../source/index.ts";
import { pagesOfSpec } from "./pages-of-spec.ts";

/** Loads an OpenAPI document of the organization by its slug; undefined if there is none. */
export type LoadSpec = (slug: string) => Promise<unknown>;

/** Replaces entries with a generator by the pages of their OpenAPI specs. Other entries are skipped with a warning. */
export async function generatePages(tree: ImportedTree, loadSpec: LoadSpec): Promise<ImportedTree> {
  if (!tree.pages.some(({ type }) => type === "generated")) return tree;
  const pages: SourcePage[] = [];
  const warnings: string[] = [...(tree.warnings ?? [])];
  let total = tree.total;
  for (const page of tree.pages) {
    const generated = page.type === "generated" ? await pagesOf(page, loadSpec) : [page];
    if (typeof generated === "string") warnings.push(generated);
    else {
      pages.push(...generated);
      total += generated.length - 1;
    }
  }
  return { ...tree, pages, total, warnings };
}

/** The pages of an entry, or why it is skipped. */
async function pagesOf(page: SourcePage, loadSpec: LoadSpec): Promise<SourcePage[] | string> {
  const { type, props, dependencies } = page.generator ?? {};
  const [file] = page.address.split("#");
  if (type !== "builtin:openapi") return `${file}: entries of type ${String(type)} are skipped`;
  const slug = fieldAt(dependencies, "spec", "ref", "spec");
  if (typeof slug !== "string") return `${file}: an entry of type ${type} without a spec is skipped`;
  const document = await loadSpec(slug);
  if (document === undefined)
    return `${file}: the pages of the OpenAPI spec ${slug} are skipped, because the organization has no such spec`;
  const grouping = fieldAt(props, "grouping") === "by-operation" ? "by-operation" : "by-tag";
  return pagesOfSpec(document, slug, { models: fieldAt(props, "models") === true, grouping }, page);
}

function fieldAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  );
}
