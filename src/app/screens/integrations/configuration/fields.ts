import type { Integration } from "../../../data/api-types.ts";

/** What an integration declares that can be configured: for an organization, a space or a site. */
export type Declaration = NonNullable<NonNullable<Integration["configurations"]>["account"]>;
type Property = NonNullable<Declaration["properties"]>[string];
/** The values of a configuration by the names of properties. */
export type Values = Readonly<Record<string, unknown>>;

/** A field of the form for a declaration. */
export interface ConfigurationField {
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  /** The value of a `button` is set by the integration's own program. */
  readonly kind: "text" | "secret" | "number" | "checkbox" | "choice" | "button";
  readonly isRequired: boolean;
  readonly defaultValue: unknown;
  /** The values of a choice. */
  readonly options: readonly string[];
  readonly buttonText: string;
  /** Whether the integration's script would suggest values. */
  readonly hasSuggestions: boolean;
}

/** The API does not mark secrets, but returns what is configured: names such as `apiKey` tell. */
const secretName = /secret|token|password|passphrase|credential|(?:api|private|access|signing)[ _-]?key/i;

/** The fields of the form for a declaration, in its order. */
export function fieldsOf({ properties = {}, required = [] }: Declaration): ConfigurationField[] {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    label: property.title || name,
    description: property.description || undefined,
    kind: kindOf(name, property),
    isRequired: required.includes(name),
    defaultValue: property.default,
    options: property.enum ?? [],
    buttonText: property.button_text ?? name,
    hasSuggestions: property.completion_url !== undefined,
  }));
}

function kindOf(name: string, { type, title = "", enum: options }: Property): ConfigurationField["kind"] {
  if (type === "number") return "number";
  if (type === "boolean") return "checkbox";
  if (type !== "string") return "button";
  if (options !== undefined) return "choice";
  return secretName.test(name) || secretName.test(title) ? "secret" : "text";
}

/** What is typed or chosen in a form by the names of fields. Null removes a saved secret. */
export type Draft = ReadonlyMap<string, string | boolean | null>;

/** The form at first. Secrets are empty: they are not shown again. */
export function draftOf(fields: readonly ConfigurationField[], saved: Values): Draft {
  return new Map<string, string | boolean>(
    fields.map(({ name, kind, defaultValue }) => {
      const value = savedValue(saved, name) ?? defaultValue;
      if (kind === "checkbox") return [name, value === true];
      return [name, kind === "secret" || value === undefined ? "" : String(value)];
    }),
  );
}

/** Whether a field has a saved value. */
export function hasValue(saved: Values, name: string): boolean {
  return savedValue(saved, name) !== undefined;
}

function savedValue(saved: Values, name: string): unknown {
  return Object.hasOwn(saved, name) ? saved[name] : undefined;
}

/**
 * The whole configuration for a form: an update replaces the former one. Values that are not in the form are kept. Defaults are
 * omitted, so that a new version of the integration can change them.
 */
export function configurationOf(
  fields: readonly ConfigurationField[],
  draft: Draft,
  saved: Values,
): Record<string, unknown> {
  const values = new Map(Object.entries(saved));
  for (const field of fields) {
    const value = fieldValue(field, draft.get(field.name), savedValue(saved, field.name));
    if (value === undefined || value === field.defaultValue) values.delete(field.name);
    else values.set(field.name, value);
  }
  return Object.fromEntries(values);
}

function fieldValue(field: ConfigurationField, typed: string | boolean | null | undefined, saved: unknown) {
  const { kind, defaultValue } = field;
  if (kind === "button") return saved;
  if (kind === "checkbox") return typed === true;
  if (kind === "secret") return typed === null ? undefined : typed || saved;
  const text = typeof typed === "string" ? typed.trim() : "";
  if (kind === "number") return text === "" ? undefined : Number(text);
  // An empty text is a value only where it replaces a default.
  return text === "" && (kind === "choice" || !defaultValue) ? undefined : text;
}

/** The labels of the required fields that have no value yet. */
export function missingLabels(fields: readonly ConfigurationField[], saved: Values): string[] {
  return fields
    .filter(({ name, isRequired }) => isRequired && !hasValue(saved, name))
    .map(({ label }) => label);
}

/** The labels of fields by their names in errors of the API. */
export function labelsOf(fields: readonly ConfigurationField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, label }) => [`configuration.${name}`, label]));
}
