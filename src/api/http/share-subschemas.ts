import type { TSchema } from "@sinclair/typebox";

/**
 * A copy of a schema in which each object that occurs several times is a definition. A validator has the code of a definition
 * once: the code of large schemas would otherwise take so long to compile that other requests wait.
 */
export function shareSubschemas(schema: TSchema): object {
  const counts = new Map<object, number>();
  countObjects(schema, counts);
  const names = new Map<object, string>();
  const definitions: Record<string, unknown> = {};
  const copy = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    // The alternatives of a union stay in it: error messages name their tags.
    if (Array.isArray(value)) return value.map((item) => (isObject(item) ? copyFields(item, copy) : item));
    if ((counts.get(value) ?? 0) < 2) return copyFields(value, copy);
    const name = names.getOrInsertComputed(value, () => `shared-${names.size + 1}`);
    if (!(name in definitions)) definitions[name] = copyFields(value, copy);
    return { $ref: `#/$defs/${name}` };
  };
  const copied = copyFields(schema, copy);
  return names.size === 0 ? schema : { ...copied, $defs: definitions };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function copyFields(value: object, copy: (field: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copy(field)]));
}

/** Whether a value is the schema of an object or a union. The properties of an object are not, even if one is named `type`. */
function isComposed(value: { readonly type?: unknown; readonly oneOf?: unknown }): boolean {
  return value.type === "object" || Array.isArray(value.oneOf);
}

/** How often each schema of an object or a union occurs. */
function countObjects(value: unknown, counts: Map<object, number>): void {
  if (!isObject(value)) return;
  const count = counts.get(value) ?? 0;
  if (isComposed(value)) counts.set(value, count + 1);
  if (count > 0) return;
  for (const field of Object.values(value)) countObjects(field, counts);
}
