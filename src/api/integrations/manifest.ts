import { badInput } from "../../platform/index.ts";
import { type Image, readImage } from "../../storage/files/index.ts";
import { validateDeclaration } from "./configuration.ts";
import type { IntegrationDetails } from "./present.ts";
import type { IntegrationPublish } from "./schema.ts";
import { normalizeDomain } from "./store.ts";

/** In bytes. */
const maxImageSize = { icon: 250 * 1024, previewImage: 1024 * 1024 };
/** In characters. A list may contain a thousand integrations. */
const maxDetailsLength = 200_000;

/** The decoded images of an integration. */
export interface Images {
  readonly icon?: Image;
  readonly previewImages: readonly Image[];
}

export function readImages({ icon, previewImages = [] }: IntegrationPublish): Images {
  return {
    ...(icon !== undefined && { icon: readImage(icon, "icon", maxImageSize.icon) }),
    previewImages: previewImages.map((image, i) =>
      readImage(image, `previewImages[${i}]`, maxImageSize.previewImage),
    ),
  };
}

/** Validates a manifest and returns the JSON text of its details. */
export function writeDetails(
  body: IntegrationPublish,
  images: Pick<IntegrationDetails, "icon" | "previewImages">,
): string {
  const {
    description,
    summary,
    blocks,
    contentSources,
    configurations,
    contentSecurityPolicy: policy,
  } = body;
  const details = {
    description,
    summary,
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
      `must have at most ${maxDetailsLength} characters beside the script and the images`,
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
  const known = new Set<string>();
  for (const [i, { id }] of parts.entries()) {
    if (known.has(id)) throw badInput(`${field}[${i}].id`, `"${id}" is there twice`);
    known.add(id);
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
    throw badInput("contentSecurityPolicy", "must be written in ASCII, without line breaks");
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
