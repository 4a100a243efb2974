/** The anchor of an operation in a page. */
export function operationAnchor(method: string, path: string): string {
  return slugOf(`${method} ${path}`);
}

/** The anchor of a schema in a page. */
export function schemaAnchor(name: string): string {
  return `schema-${slugOf(name)}`;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
