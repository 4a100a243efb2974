import { Type } from "@sinclair/typebox";
import { examineServer, worstStatus } from "../../health/index.ts";
import { setTrust } from "../../identity/sessions/index.ts";
import { conflict, notFound, requireFound } from "../../platform/index.ts";
import { deleteBackup } from "../../storage/backups/index.ts";
import { enqueue, jobStates, removeJob, retryJobs, selectJobs } from "../../storage/jobs/index.ts";
import {
  type Access,
  type Call,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  readList,
  refineAccess,
  StringEnum,
} from "../http/index.ts";
import { logChange, onServer } from "./access.ts";
import { readBackups } from "./backups.ts";
import { backupJob, storageJob } from "./jobs.ts";
import { changeLogLevel, readLogLevel } from "./log-level.ts";
import { requireNoOpenRun } from "./open-runs.ts";
import {
  Backups,
  Health,
  presentJob,
  Server,
  ServerJob,
  ServerOrganization,
  ServerOrganizationUpdate,
  ServerSettings,
  ServerSettingsUpdate,
} from "./schema.ts";
import { findServerOrganization, listOrganizations, readServer } from "./store.ts";

/** A job of the server. */
function onJob(): Access<{ job: ServerJob }, { jobId: string }> {
  return refineAccess(onServer(), async (_found, { context, params }: Call<{ jobId: string }>) => ({
    job: await readJob(context, params.jobId),
  }));
}

async function readJob({ database }: Call["context"], id: string): Promise<ServerJob> {
  const row = await selectJobs(database.read).where("id", "=", id).selectAll().executeTakeFirst();
  return presentJob(requireFound(row, "Job"));
}

async function enqueueNow({ context }: Call, job: { readonly kind: string; readonly key: string }) {
  const { database, clock } = context;
  return database.write(async (trx) => {
    await enqueue(trx, job, clock.now());
    return selectJobs(trx)
      .where("kind", "=", job.kind)
      .where("unique_key", "=", job.key)
      .selectAll()
      .executeTakeFirstOrThrow();
  });
}

async function readSettings({ config, database }: Call["context"]) {
  const { level, isChanged } = await readLogLevel(database.read, config);
  return {
    object: "server-settings" as const,
    logLevel: { level, configured: config.logLevel, changed: isChanged },
    items: config.settings.map(({ isSecret, ...setting }) => ({ ...setting, secret: isSecret })),
  };
}

export const server: OperationGroup = {
  title: "Server",
  operations: [
    operation("getServer", "GET /server", {
      summary: "Read the version, the size and the processes of the server",
      access: onServer(),
      reply: { 200: Server },
      handle: ({ context }) => readServer(context),
    }),

    operation("getServerHealth", "GET /server/health", {
      summary: "Check the server, with advice where something should be changed",
      access: onServer(),
      reply: { 200: Health },
      handle: async ({ context }) => {
        const checks = await examineServer(context);
        return { object: "health" as const, status: worstStatus(checks), checks };
      },
    }),

    operation("measureServerStorage", "POST /server/storage", {
      summary: "Measure in the background what takes the space of the database",
      access: onServer(),
      reply: { 202: ServerJob },
      handle: async (call) => presentJob(await enqueueNow(call, storageJob)),
    }),

    operation("listServerJobs", "GET /server/jobs", {
      summary: "List the jobs of the server, newest first",
      access: onServer(),
      query: Type.Object({ ...ListQuery, state: Type.Optional(StringEnum(jobStates)) }),
      reply: { 200: ListOf(ServerJob) },
      handle: (call) =>
        readList(call, {
          matching: selectJobs(call.context.database.read, call.query.state),
          select: (page) => page.selectAll(),
          keys: ["jobs.id"],
          order: "desc",
          present: (rows) => rows.map(presentJob),
        }),
    }),

    operation("retryServerJobs", "POST /server/jobs/retry", {
      summary: "Run all failed jobs again",
      access: onServer(),
      reply: { 200: Type.Object({ count: Type.Integer() }) },
      handle: async (call) => {
        const { database, clock } = call.context;
        const count = await database.write((trx) => retryJobs(trx, clock.now()));
        logChange(call, "retry jobs", { count });
        return { count };
      },
    }),

    operation("retryServerJob", "POST /server/jobs/:jobId/retry", {
      summary: "Run a job now that has failed or waits",
      access: onJob(),
      reply: { 200: ServerJob },
      handle: async (call) => {
        const { context, job } = call;
        const { database, clock } = context;
        const count = await database.write((trx) => retryJobs(trx, clock.now(), job.id));
        if (count === 0) throw conflict("The job is running");
        logChange(call, "retry job", { job: job.id, kind: job.kind });
        return readJob(context, job.id);
      },
    }),

    operation("removeServerJob", "DELETE /server/jobs/:jobId", {
      summary: "Remove a job that neither runs nor repeats",
      access: onJob(),
      reply: { 204: null },
      handle: async (call) => {
        const { context, job } = call;
        await context.database.write(async (trx) => {
          await requireNoOpenRun(trx, job.id);
          if (!(await removeJob(trx, job.id)))
            throw conflict(job.repeats ? "The job repeats, and cannot be removed" : "The job is running");
        });
        logChange(call, "remove job", { job: job.id, kind: job.kind });
      },
    }),

    operation("listServerBackups", "GET /server/backups", {
      summary: "List the backups of the server, newest first, and how they are scheduled",
      access: onServer(),
      reply: { 200: Backups },
      handle: ({ context }) => readBackups(context),
    }),

    operation("createServerBackup", "POST /server/backups", {
      summary: "Write a backup in the background",
      access: onServer(),
      reply: { 202: Backups },
      handle: async (call) => {
        await enqueueNow(call, backupJob);
        logChange(call, "create backup");
        return readBackups(call.context);
      },
    }),

    operation("deleteServerBackup", "DELETE /server/backups/:backup", {
      summary: "Delete a backup",
      access: onServer(),
      reply: { 204: null },
      handle: async (call) => {
        const { context, params } = call;
        if (!(await deleteBackup(context.config.backupDir, params.backup))) throw notFound("Backup");
        logChange(call, "delete backup", { backup: params.backup });
      },
    }),

    operation("listServerOrganizations", "GET /server/organizations", {
      summary: "List the organizations of the server",
      access: onServer(),
      query: Type.Object({
        ...ListQuery,
        search: Type.Optional(
          Type.String({ maxLength: 512, description: "Part of the title or of an email domain, or the id." }),
        ),
      }),
      reply: { 200: ListOf(ServerOrganization) },
      handle: (call) => listOrganizations(call, call.query.search),
    }),

    operation("updateServerOrganization", "PATCH /server/organizations/:organizationId", {
      summary:
        "Trust an organization on the whole server, or stop it; its users of identity providers sign in again",
      access: onServer(),
      body: ServerOrganizationUpdate,
      reply: { 200: ServerOrganization },
      handle: async (call) => {
        const { context, params, body } = call;
        const id = params.organizationId;
        const { read } = context.database;
        const before = requireFound(await findServerOrganization(read, id), "Organization");
        if (before.trusted === body.trusted) return before;
        if (!(await context.database.write((trx) => setTrust(trx, id, body.trusted))))
          throw notFound("Organization");
        logChange(call, body.trusted ? "trust organization" : "distrust organization", { organization: id });
        return { ...before, trusted: body.trusted };
      },
    }),

    operation("getServerSettings", "GET /server/settings", {
      summary: "Read the settings in force, without secrets",
      access: onServer(),
      reply: { 200: ServerSettings },
      handle: ({ context }) => readSettings(context),
    }),

    operation("updateServerSettings", "PATCH /server/settings", {
      summary: "Change the log level while the server runs; all processes follow within seconds",
      access: onServer(),
      body: ServerSettingsUpdate,
      reply: { 200: ServerSettings },
      handle: async (call) => {
        const { context, body } = call;
        const { database, clock } = context;
        await database.write((trx) => changeLogLevel(trx, body.logLevel, clock.now()));
        logChange(call, "change log level", { logLevel: body.logLevel });
        return readSettings(context);
      },
    }),
  ],
};
