import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireFound } from "../../platform/index.ts";
import { findBackup, listBackups } from "../../storage/backups/index.ts";
import { repeatingKey } from "../../storage/jobs/index.ts";
import { contentDisposition } from "../files/index.ts";
import type { Context } from "../http/index.ts";
import { logChange, requireServerAdmin } from "./access.ts";
import { backupJob, findJob, readSingleJob } from "./jobs.ts";

/** The backups of this machine, and when the next one is written. */
export async function readBackups({ database, config, urls }: Context) {
  const [files, job, scheduled] = await Promise.all([
    listBackups(config.backupDir),
    readSingleJob(database.read, backupJob),
    config.backupEvery === undefined
      ? undefined
      : findJob(database.read, { kind: "back-up", key: repeatingKey }),
  ]);
  return {
    object: "backups" as const,
    folder: config.backupDir,
    interval: config.backupEvery === undefined ? undefined : Math.round(config.backupEvery / 1000),
    keep: config.backupKeep,
    nextAt: scheduled?.lease === null ? scheduled.run_at : undefined,
    job,
    items: files.map(({ name, reason, startedAt, bytes }) => ({
      object: "backup" as const,
      name,
      reason,
      startedAt,
      size: bytes,
      urls: { download: urls.api(`/server/backups/${name}/file`) },
    })),
  };
}

/** Backups as files. They hold every key of the server, so their URLs are not signed: the caller must be an admin. */
export function serveBackupFiles(api: FastifyInstance, context: Context): void {
  api.get(
    "/v1/server/backups/:backup/file",
    async (request: FastifyRequest<{ Params: { backup: string } }>, reply) => {
      const call = { context, caller: request.caller };
      await requireServerAdmin(call);
      const { backupDir } = context.config;
      const { name, bytes } = requireFound(await findBackup(backupDir, request.params.backup), "Backup");
      logChange(call, "download backup", { backup: name });
      return reply
        .headers({
          "content-type": "application/octet-stream",
          "content-disposition": contentDisposition("attachment", name),
          "content-length": bytes,
          "cache-control": "no-store",
        })
        .send(createReadStream(join(backupDir, name), { end: bytes - 1 }));
    },
  );
}
