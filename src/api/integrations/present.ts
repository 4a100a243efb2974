import { includesRole } from "../../identity/roles/index.ts";
import { concurrentlyDeleted } from "../../platform/index.ts";
import type { Call, Context } from "../http/index.ts";
import { findOrganizations, isAdminOfAny, presentOrganizationTo } from "../organizations/index.ts";
import type { Integration, IntegrationConfigurations } from "./schema.ts";
import type { IntegrationRow } from "./store.ts";

/** A stored image of an integration. */
export interface StoredImage {
  readonly blob: string;
  readonly contentType: string;
}

/** The content of the column `details`: the fields that queries do not use. */
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

export function parseDetails({ details }: Pick<IntegrationRow, "details">): IntegrationDetails {
  return JSON.parse(details);
}

/** Integrations with their owners, as the caller sees them. */
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
    const { icon, previewImages, ...details } = parseDetails(row);
    return {
      object: "integration",
      name: row.name,
      version: row.version,
      title: row.title,
      ...details,
      previewImages: previewImages.map((image) => imageAddress(context, row, image)),
      target: row.target,
      verified: row.verified === 1,
      visibility: row.visibility,
      owner: presentOrganizationTo(owner, context.urls),
      urls: {
        location: context.urls.api(integrationPath(row.name)),
        ...(icon && { icon: imageAddress(context, row, icon) }),
        app: context.urls.app(integrationPath(row.name)),
        assets: assetsAddress(context, row),
        publicEndpoint: context.urls.api(`${integrationPath(row.name)}/integration`),
      },
      // A private integration can only be installed by its owner.
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

/** The path of an integration in the API. */
export function integrationPath(name: string): string {
  return `/integrations/${name}`;
}

type Signed = Pick<IntegrationRow, "name" | "visibility">;

/** The signed address of the images of an integration: browsers send no token for images. */
function assetsAddress({ config, fileLinks }: Context, row: Signed): string {
  return `${config.baseUrl}/files/integrations/${row.name}/${fileLinks.sign(...signedParts(row))}`;
}

/** The parts of an address that its signature covers. Addresses change when an integration becomes private. */
export function signedParts({ name, visibility }: Signed): string[] {
  return ["integration", name, visibility === "private" ? "private" : "open"];
}

export function imageAddress(context: Context, row: Signed, { blob }: StoredImage): string {
  return `${assetsAddress(context, row)}/${blob}`;
}
