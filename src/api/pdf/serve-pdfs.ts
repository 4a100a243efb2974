import type { FastifyInstance } from "fastify";
import { notFound } from "../../platform/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { contentDisposition, sendFile } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import type { PdfRow } from "./store.ts";

export function servePdfs(app: FastifyInstance, context: Context): void {
  app.get<{ Params: PdfLink }>(pdfRoute, async (request, reply) => {
    const { name } = request.params;
    const secondsRemaining = secondsLeft(context, request.params);
    const blob = secondsRemaining > 0 ? await findBlob(context.database.read, request.params) : undefined;
    if (blob === undefined) throw notFound("File");
    return sendFile(request, reply, context, {
      ...blob,
      headers: {
        "content-type": "application/pdf",
        "content-disposition": contentDisposition("inline", name),
        "cache-control": `private, max-age=${secondsRemaining}`,
        // No sandbox: browsers' PDF viewers need styles and plugins.
        "content-security-policy":
          "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      },
    });
  });
}

async function findBlob(db: Reader, { spaceId, pdfId }: PdfLink) {
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

const validitySeconds = 3600;

export interface PdfLink {
  readonly spaceId: string;
  readonly pdfId: string;
  /** The Unix time in seconds. */
  readonly expires: string;
  readonly signature: string;
  readonly name: string;
}

const pdfRoute = "/files/pdf/:spaceId/:pdfId/:expires/:signature/:name";

/** The download URL of a PDF, valid for an hour. It is signed and requires no token. */
export function pdfUrl({ config, fileLinks, clock }: Context, row: PdfRow): string {
  const { space_id: spaceId, id: pdfId, name } = row;
  const expires = String(Math.floor(clock.time() / 1000) + validitySeconds);
  const signature = fileLinks.sign(...signedParts({ spaceId, pdfId, expires, name }));
  return `${config.baseUrl}/files/pdf/${spaceId}/${pdfId}/${expires}/${signature}/${encodeURIComponent(name)}`;
}

/** The remaining validity in seconds; 0 for an expired or forged URL. */
function secondsLeft({ fileLinks, clock }: Context, { signature, ...link }: PdfLink): number {
  if (!fileLinks.verify(signature, ...signedParts(link))) return 0;
  return Math.max(0, Math.floor(Number(link.expires) - clock.time() / 1000));
}

/** The first part distinguishes these signatures from others. */
function signedParts({ spaceId, pdfId, expires, name }: Omit<PdfLink, "signature">): string[] {
  return ["pdf", spaceId, pdfId, expires, name];
}
