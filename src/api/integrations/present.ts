import type { FastifyInstance } from "fastify";
import { includesRole } from "../../identity/roles/index.ts";
import { concurrentlyDeleted, notFound, requireFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { findBlob } from "../../storage/files/index.ts";
import { sendFile } from "../files/index.ts";
import type { Call, Context } from "../http/index.ts";
import { findOrganizations, isAdminOfAny, presentOrganizationForCaller } from "../organizations/index.ts";
import { type Integration, type IntegrationConfigurations, isName } from "./schema.ts";
import type { IntegrationRow } from "./store.ts";

/** A stored image of an integration. */
interface StoredImage {
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
    const { icon, previewImages, description, ...details } = parseDetails(row);
    return {
      object: "integration",
      name: row.name,
      version: row.version,
      title: row.title,
      ...(description && { description }),
      ...details,
      previewImages: previewImages.map((image) => imageUrl(context, row, image)),
      target: row.target,
      verified: row.verified === 1,
      visibility: row.visibility,
      owner: presentOrganizationForCaller(owner, context.urls),
      urls: {
        location: context.urls.api(integrationPath(row.name)),
        ...(icon && { icon: imageUrl(context, row, icon) }),
        app: context.urls.app(integrationPath(row.name)),
        assets: assetsUrl(context, row),
        ...publicEndpoints(context, integrationPath(row.name)),
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
  return requireFound((await presentIntegrations(call, [row]))[0], "Integration");
}

/** The path of an integration in the API. */
export function integrationPath(name: string): string {
  return `/integrations/${name}`;
}

/** The public endpoints of an integration or installation. Rendered content has no separate origin. */
export function publicEndpoints({ urls }: Pick<Context, "urls">, path: string) {
  const endpoint = urls.api(`${path}/integration`);
  return { publicEndpoint: endpoint, publicContentEndpoint: endpoint };
}

type SignedFields = Pick<IntegrationRow, "name" | "visibility">;

/** The signed URL of the images of an integration. Browsers send no token when they load images. */
function assetsUrl({ config, fileLinks }: Context, row: SignedFields): string {
  return `${config.baseUrl}/files/integrations/${row.name}/${fileLinks.sign(...signedParts(row))}`;
}

/** The values that the signature of a URL covers. URLs change when an integration becomes private. */
function signedParts({ name, visibility }: SignedFields): string[] {
  return ["integration", name, visibility === "private" ? "private" : "open"];
}

function imageUrl(context: Context, row: SignedFields, { blob }: StoredImage): string {
  return `${assetsUrl(context, row)}/${blob}`;
}

interface AssetRequest {
  Params: { name: string; signature: string; blob: string };
}

/** Serves the images of integrations at signed URLs. */
export function serveIntegrationAssets(app: FastifyInstance, context: Context): void {
  const { read } = context.database;

  const requireSignedImages = async ({ name, signature }: AssetRequest["Params"]) => {
    const found = await findImages(read, name);
    if (found === undefined || !context.fileLinks.verify(signature, ...signedParts(found)))
      throw notFound("File");
    return found;
  };

  app.get<AssetRequest>("/files/integrations/:name/:signature", async (request, reply) => {
    const integration = await requireSignedImages(request.params);
    const assets = integration.images.map((image) => ({
      url: imageUrl(context, integration, image),
      contentType: image.contentType,
    }));
    return reply.header("cache-control", "private, no-cache").send({ assets });
  });

  app.get<AssetRequest>("/files/integrations/:name/:signature/:blob", async (request, reply) => {
    const { repositoryId, images } = await requireSignedImages(request.params);
    const image = images.find(({ blob }) => blob === request.params.blob);
    const blob = image && (await findBlob(read, repositoryId, image.blob));
    if (image === undefined || blob === undefined) throw notFound("File");
    return sendFile(request, reply, context, {
      repositoryId,
      hash: image.blob,
      size: blob.size,
      headers: {
        "content-type": image.contentType,
        "cache-control": "private, max-age=31536000, immutable",
      },
    });
  });
}

async function findImages(db: Reader, name: string) {
  if (!isName(name)) return undefined;
  const row = await db
    .selectFrom("integrations")
    .where("name", "=", name)
    .where("published", "=", 1)
    .select(["name", "visibility", "repository_id", "details"])
    .executeTakeFirst();
  if (!row?.repository_id) return undefined;
  const { icon, previewImages } = parseDetails(row);
  return { ...row, repositoryId: row.repository_id, images: [icon ?? [], previewImages].flat() };
}
