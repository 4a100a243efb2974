import type { FastifyInstance } from "fastify";
import { notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { findBlob } from "../../storage/files/index.ts";
import { sendFile } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import { imageAddress, parseDetails, signedParts } from "./present.ts";
import { isName } from "./schema.ts";

interface AssetRequest {
  Params: { name: string; signature: string; blob: string };
}

/** Serves the images of integrations at signed addresses. */
export function serveIntegrationAssets(app: FastifyInstance, context: Context): void {
  const { read } = context.database;

  const findSigned = async ({ name, signature }: AssetRequest["Params"]) => {
    const found = await findImages(read, name);
    if (found === undefined || !context.fileLinks.isSigned(signature, ...signedParts(found)))
      throw notFound("File");
    return found;
  };

  app.get<AssetRequest>("/files/integrations/:name/:signature", async (request, reply) => {
    const found = await findSigned(request.params);
    const assets = found.images.map((image) => ({
      url: imageAddress(context, found, image),
      contentType: image.contentType,
    }));
    return reply.header("cache-control", "private, no-cache").send({ assets });
  });

  app.get<AssetRequest>("/files/integrations/:name/:signature/:blob", async (request, reply) => {
    const { repositoryId, images } = await findSigned(request.params);
    const image = images.find(({ blob }) => blob === request.params.blob);
    const found = image && (await findBlob(read, repositoryId, image.blob));
    if (image === undefined || found === undefined) throw notFound("File");
    return sendFile(request, reply, context, {
      repositoryId,
      hash: image.blob,
      size: found.size,
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
