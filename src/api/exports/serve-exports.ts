import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { notFound } from "../../platform/index.ts";
import { openReading, readRunFile } from "../../storage/files/index.ts";
import { contentDisposition, sendRedirect, startReply } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import { isExportable } from "./access.ts";

const validitySeconds = 3600;
const route = "/files/exports/:fileId/:expires/:signature/:name";

interface ExportLink {
  readonly fileId: string;
  /** The Unix time in seconds. */
  readonly expires: string;
  readonly signature: string;
  readonly name: string;
}

/** The download URL of an export, valid for an hour. It is signed and requires no token. */
export function exportUrl({ config, fileLinks, clock }: Context, fileId: string, name: string): string {
  const expires = String(Math.floor(clock.time() / 1000) + validitySeconds);
  const signature = fileLinks.sign("export", fileId, expires, name);
  return `${config.baseUrl}/files/exports/${fileId}/${expires}/${signature}/${encodeURIComponent(name)}`;
}

export function serveExports(app: FastifyInstance, context: Context): void {
  const { clock, fileLinks, config, objects } = context;
  app.get<{ Params: ExportLink }>(route, async (request, reply) => {
    const { fileId, expires, signature, name } = request.params;
    const isValid =
      fileLinks.verify(signature, "export", fileId, expires, name) && Number(expires) > clock.time() / 1000;
    const file = isValid ? await findFile(context, fileId) : undefined;
    if (!file?.size) throw notFound("File");
    const headers = {
      "content-type": "application/zip",
      "content-disposition": contentDisposition("attachment", name),
      "cache-control": "private, no-store",
    };
    if (config.redirectFiles && objects !== undefined && file.object !== null)
      return sendRedirect(reply, await objects.signedUrl(file.object, headers, clock.time()));
    const tag = `"${fileId}"`;
    reply.headers({
      ...headers,
      etag: tag,
      "accept-ranges": "bytes",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const range = startReply(request, reply, { tag, size: file.size });
    if (range === undefined) return reply.send();
    if (request.method === "HEAD") return reply.send(Readable.from([]));
    const bytes = await openReading(readRunFile(context, fileId, range));
    return reply.send(Readable.from(bytes, { objectMode: false }));
  });
}

/** The file of an export, if the one who started it may still read what it contains. */
async function findFile(context: Context, fileId: string) {
  const file = await context.database.read
    .selectFrom("export_runs")
    .innerJoin("run_files", "run_files.id", "export_runs.file_id")
    .where("export_runs.file_id", "=", fileId)
    .selectAll("export_runs")
    .select(["run_files.size", "run_files.object"])
    .executeTakeFirst();
  return file && (await isExportable(context, file)) ? file : undefined;
}
