import type { FastifyInstance } from "fastify";
import { notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { contentDisposition, sendFile } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import { type PdfLink, pathOfPdfs, secondsLeft } from "./address.ts";

/** PDFs at the addresses that were given out. */
export function servePdfs(app: FastifyInstance, context: Context): void {
  app.get<{ Params: PdfLink }>(pathOfPdfs, async (request, reply) => {
    const { name } = request.params;
    const left = secondsLeft(context, request.params);
    const found = left > 0 ? await findBytes(context.database.read, request.params) : undefined;
    if (found === undefined) throw notFound("File");
    return sendFile(request, reply, context, {
      ...found,
      headers: {
        "content-type": "application/pdf",
        "content-disposition": contentDisposition("inline", name),
        "cache-control": `private, max-age=${left}`,
        // A sandbox would keep browsers from showing it: their viewers are plugins, with styles of their own.
        "content-security-policy":
          "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      },
    });
  });
}

/** One question: the space must be there, and the PDF be one of it. */
async function findBytes(db: Reader, { spaceId, pdfId }: PdfLink) {
  const row = await db
    .selectFrom("pdfs")
    .innerJoin("contents", "contents.id", "pdfs.space_id")
    .whereRef("contents.organization_id", "=", "pdfs.organization_id")
    .where("pdfs.id", "=", pdfId)
    .where("pdfs.space_id", "=", spaceId)
    .where("contents.deleted_at", "is", null)
    .select(["pdfs.repository_id", "pdfs.hash", "pdfs.size"])
    .executeTakeFirst();
  if (!row?.hash || row.size === null) return undefined;
  return { repositoryId: row.repository_id, hash: row.hash, size: row.size };
}
