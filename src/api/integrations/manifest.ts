import { badInput, fold } from "../../platform/index.ts";
import { type Image, readImage } from "../../storage/files/index.ts";
import { requireFitting } from "./configuration.ts";
import type { IntegrationDetails, StoredImage } from "./present.ts";
import type { IntegrationPublish } from "./schema.ts";
import { normalDomain } from "./store.ts";

/** How many bytes an image may have. */
const largest = { icon: 250 * 1024, previewImage: 1024 * 1024 };
/** How many characters of all that is shown of an integration: lists hold a thousand of them. */
const longestDetails = 200_000;

/** The images of an integration, decoded. */
export interface Images {
  readonly icon?: Image;
  readonly previewImages: readonly Image[];
}

export function readImages({ icon, previewImages = [] }: IntegrationPublish): Images {
  return {
    ...(icon !== undefined && { icon: readImage(icon, "icon", largest.icon) }),
    previewImages: previewImages.map((image, i) =>
      readImage(image, `previewImages[${i}]`, largest.previewImage),
    ),
  };
}

/** What is kept of an integration to be shown. Throws for what contradicts itself. */
export function detailsFrom(
  body: IntegrationPublish,
  images: { readonly icon?: StoredImage; readonly previewImages: readonly StoredImage[] },
): string {
  const {
    description,
    summary,
    blocks,
    contentSources,
    configurations,
    contentSecurityPolicy: policy,
  } = body;
  const details: IntegrationDetails = {
    description,
    ...(summary !== undefined && { summary }),
    scopes: [...new Set(body.scopes)],
    categories: [...new Set(body.categories)],
    ...(blocks && { blocks }),
    ...(contentSources && { contentSources }),
    ...(configurations && { configurations }),
    externalLinks: body.externalLinks ?? [],
    ...(policy !== undefined && { contentSecurityPolicy: writePolicy(policy) }),
    ...images,
  };
  const text = JSON.stringify(details);
  if (text.length > longestDetails)
    throw badInput("body", `must have at most ${longestDetails} characters beside the script and the images`);
  requireDistinctIds(blocks, "blocks");
  requireDistinctIds(contentSources, "contentSources");
  for (const place of ["account", "space", "site"] as const) {
    const configuration = configurations?.[place];
    if (configuration !== undefined) requireFitting(configuration, `configurations.${place}`);
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

/** As it is sent in a header, so it must be something that can be. */
function writePolicy(policy: string | Readonly<Record<string, string>>): string {
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

/** What the search looks through. */
export function searchTextOf(name: string, title: string): string {
  return fold(`${name}\n${title}`);
}

/** The domains of the addresses that its blocks are for. */
export function domainsOf({ blocks = [] }: IntegrationPublish): Set<string> {
  const patterns = blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl);
  return new Set(patterns.flatMap(domainsIn));
}

/** `https://www.example.com/**` is for example.com; stars may stand for parts of it. What is no domain, nobody asks for. */
function domainsIn(pattern: string): string[] {
  const [host = ""] = pattern.replace(/^[a-z*]*:\/\//i, "").split(/[/?#:]/);
  const domain = normalDomain(host.slice(host.lastIndexOf("@") + 1));
  return /^[a-z0-9*_.-]{1,253}$/.test(domain) ? [domain] : [];
}
