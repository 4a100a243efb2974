import { includesRole } from "../../identity/roles/index.ts";
import { concurrentlyDeleted } from "../../platform/index.ts";
import type { Call, Context } from "../http/index.ts";
import { findOrganizations, isAdminOfAny, presentOrganizationTo } from "../organizations/index.ts";
import type { Integration, IntegrationConfigurations } from "./schema.ts";
import type { IntegrationRow } from "./store.ts";

/** An image of an integration: its blob, and what it is. */
export interface StoredImage {
  readonly blob: string;
  readonly contentType: string;
}

/** What is shown of an integration, and not asked for. */
export interface IntegrationDetails
  extends Pick<
    Integration,
    | "description"
    | "summary"
    | "scopes"
    | "categories"
    | "blocks"
    | "contentSources"
    | "externalLinks"
    | "contentSecurityPolicy"
  > {
  readonly configurations?: IntegrationConfigurations;
  readonly icon?: StoredImage;
  readonly previewImages: readonly StoredImage[];
}

export function detailsOf({ details }: Pick<IntegrationRow, "details">): IntegrationDetails {
  return JSON.parse(details);
}

/** Integrations as the caller sees them, each with its owner. */
export async function presentIntegrations(
  { context, caller }: Pick<Call, "context" | "caller">,
  rows: readonly IntegrationRow[],
): Promise<Integration[]> {
  const { read } = context.database;
  const [owners, mayInstall] = await Promise.all([
    findOrganizations(read, [...new Set(rows.map((row) => row.organization_id))], caller),
    isAdminOfAny(read, caller),
  ]);
  return rows.map((row) => {
    const owner = owners.get(row.organization_id);
    if (owner === undefined) throw concurrentlyDeleted();
    const admin = includesRole(owner.role, "admin");
    const { icon, previewImages, ...details } = detailsOf(row);
    return {
      object: "integration",
      name: row.name,
      version: row.version,
      title: row.title,
      ...details,
      previewImages: previewImages.map((image) => addressOfImage(context, row, image)),
      target: row.target,
      verified: row.verified === 1,
      visibility: row.visibility,
      owner: presentOrganizationTo(owner, context.urls),
      urls: {
        location: context.urls.api(pathOf(row)),
        ...(icon && { icon: addressOfImage(context, row, icon) }),
        app: context.urls.app(pathOf(row)),
        assets: addressOfAssets(context, row),
        publicEndpoint: context.urls.api(`${pathOf(row)}/integration`),
      },
      // What is private can be installed at home only.
      permissions: { admin, install: row.visibility === "private" ? admin : mayInstall },
    };
  });
}

export async function presentIntegration(
  call: Pick<Call, "context" | "caller">,
  row: IntegrationRow,
): Promise<Integration> {
  const [integration] = await presentIntegrations(call, [row]);
  if (integration === undefined) throw concurrentlyDeleted();
  return integration;
}

/** Where it is found, below /v1. */
export function pathOf({ name }: Pick<IntegrationRow, "name">): string {
  return `/integrations/${name}`;
}

type Addressing = Pick<Context, "config" | "fileLinks">;

type Named = Pick<IntegrationRow, "name" | "visibility">;

/** Where the images of an integration are served. Browsers send no token for one, so its address is what opens it. */
function addressOfAssets({ config, fileLinks }: Addressing, named: Named): string {
  return `${config.baseUrl}/files/integrations/${named.name}/${fileLinks.sign(...signedWords(named))}`;
}

/** What becomes private is found elsewhere from then on. */
export function signedWords({ name, visibility }: Named): string[] {
  return ["integration", name, visibility === "private" ? "private" : "open"];
}

export function addressOfImage(addressing: Addressing, named: Named, { blob }: StoredImage): string {
  return `${addressOfAssets(addressing, named)}/${blob}`;
}
