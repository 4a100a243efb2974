import { badInput } from "../../platform/index.ts";
import { readImage } from "../../storage/files/index.ts";
import type { IntegrationDetails } from "./present.ts";
import type { IntegrationConfiguration, IntegrationPublish, Property } from "./schema.ts";
import { normalizeDomain } from "./store.ts";

/** The maximum sizes of images in bytes. */
const maxImageSize = { icon: 250 * 1024, previewImage: 1024 * 1024 };
/** Limits the JSON text of the details, in characters: a list may contain a thousand integrations. */
const maxDetailsLength = 200_000;

export type Images = ReturnType<typeof readImages>;

/** Decodes the images of an integration. */
export function readImages({ icon, previewImages = [] }: IntegrationPublish) {
  return {
    ...(icon !== undefined && { icon: readImage(icon, "icon", maxImageSize.icon) }),
    previewImages: previewImages.map((image, i) =>
      readImage(image, `previewImages[${i}]`, maxImageSize.previewImage),
    ),
  };
}

/** Validates a manifest and returns the JSON text of its details. */
export function serializeDetails(
  body: IntegrationPublish,
  images: Pick<IntegrationDetails, "icon" | "previewImages">,
): string {
  const { blocks, contentSources, configurations, contentSecurityPolicy: policy } = body;
  const details = {
    description: body.description,
    summary: body.summary,
    scopes: [...new Set(body.scopes)],
    categories: [...new Set(body.categories)],
    blocks,
    contentSources,
    configurations,
    externalLinks: body.externalLinks ?? [],
    contentSecurityPolicy: policy && policyHeader(policy),
    ...images,
  };
  const text = JSON.stringify(details satisfies { [Name in keyof IntegrationDetails]: unknown });
  if (text.length > maxDetailsLength)
    throw badInput(
      "body",
      `must have at most ${maxDetailsLength} characters, not counting the script and the images`,
    );
  requireDistinctIds(blocks, "blocks");
  requireDistinctIds(contentSources, "contentSources");
  for (const target of ["account", "space", "site"] as const) {
    const configuration = configurations?.[target];
    if (configuration !== undefined) validateDeclaration(configuration, `configurations.${target}`);
  }
  return text;
}

function requireDistinctIds(parts: readonly { readonly id: string }[] = [], field: string): void {
  const seen = new Set<string>();
  for (const [i, { id }] of parts.entries()) {
    if (seen.has(id)) throw badInput(`${field}[${i}].id`, `must be unique; "${id}" is used twice`);
    seen.add(id);
  }
}

/** Formats a content security policy as the value of its header. */
function policyHeader(policy: string | Readonly<Record<string, string>>): string {
  const text =
    typeof policy === "string"
      ? policy
      : Object.entries(policy)
          .map(([directive, value]) => `${directive} ${value}`.trim())
          .join("; ");
  if (!/^[\x20-\x7e]*$/.test(text))
    throw badInput("contentSecurityPolicy", "must contain only printable ASCII characters");
  return text;
}

/** The domains in the URL patterns of the blocks, such as example.com for `https://www.example.com/**`. */
export function domainsOf({ blocks = [] }: IntegrationPublish): Set<string> {
  const patterns = blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl);
  const domains = patterns.map((pattern) => {
    const [host = ""] = pattern.replace(/^[a-z*]*:\/\//i, "").split(/[/?#:]/);
    return normalizeDomain(host.slice(host.lastIndexOf("@") + 1));
  });
  return new Set(domains.filter((domain) => /^[a-z0-9*_.-]{1,253}$/.test(domain)));
}

type Values = Readonly<Record<string, unknown>>;

/** Validates a declared configuration. */
export function validateDeclaration(configuration: IntegrationConfiguration, field: string): void {
  const { properties, required = [], componentId } = configuration;
  if ((properties === undefined) === (componentId === undefined))
    throw badInput(field, "must have either properties or componentId, and not both");
  for (const name of required)
    if (properties === undefined || !Object.hasOwn(properties, name))
      throw badInput(`${field}.required`, `"${name}" is not a declared property`);
  for (const [name, property] of Object.entries(properties ?? {})) {
    const error = property.default === undefined ? undefined : valueError(property.default, property);
    if (error !== undefined) throw badInput(`${field}.properties.${name}.default`, error);
  }
}

/** The first error in the values of a configuration. Undeclared properties are not checked. */
export function findConfigurationError(
  values: Values,
  configuration: IntegrationConfiguration | undefined,
): { name: string; message: string } | undefined {
  const { properties = {}, required = [] } = configuration ?? {};
  for (const [name, property] of Object.entries(properties)) {
    const message = Object.hasOwn(values, name) ? valueError(values[name], property) : undefined;
    if (message !== undefined) return { name, message };
  }
  const complete = withDefaults(values, configuration);
  const missing = required.find((name) => !Object.hasOwn(complete, name));
  return missing === undefined ? undefined : { name: missing, message: "is required" };
}

function valueError(value: unknown, property: Property): string | undefined {
  // The value of a button is set by the integration itself.
  if (property.type === "button") return undefined;
  const { type, enum: allowed } = property;
  // Numbers that are too large parse as infinite, which JSON cannot represent.
  if (typeof value !== type || value === Infinity || value === -Infinity) return `must be ${type}`;
  if (allowed !== undefined && !allowed.some((option) => option === value))
    return `must be one of ${allowed.join(", ")}`;
  return undefined;
}

export function withDefaults(values: Values, configuration: IntegrationConfiguration | undefined): Values {
  const defaults = Object.entries(configuration?.properties ?? {}).flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  );
  return { ...Object.fromEntries(defaults), ...values };
}
