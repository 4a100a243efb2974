import { type Static, Type } from "@sinclair/typebox";
import { logLevels } from "../../config/index.ts";
import { checkAreas } from "../../health/index.ts";
import { backupReasons } from "../../storage/backups/index.ts";
import type { JobTable } from "../../storage/database/index.ts";
import { jobStateOf, jobStates, repeatingKey } from "../../storage/jobs/index.ts";
import { nullable, StringEnum, Timestamp } from "../http/index.ts";
import { rateLimitNames } from "./rate-limits.ts";

const Bytes = Type.Integer({ description: "In bytes." });

export const Health = Type.Object(
  {
    object: Type.Literal("health"),
    status: StringEnum(["ok", "warning", "failed"]),
    checks: Type.Array(
      Type.Object({
        area: StringEnum(checkAreas),
        status: StringEnum(["ok", "warning", "failed"]),
        finding: Type.String(),
        advice: Type.Optional(Type.String({ description: "What to do about it." })),
      }),
    ),
  },
  { title: "Health" },
);

export type ServerJob = Static<typeof ServerJob>;
export const ServerJob = Type.Object(
  {
    object: Type.Literal("job"),
    id: Type.String(),
    kind: Type.String(),
    state: StringEnum(jobStates, {
      description: "`failed`: it was given up. A job that is tried again is waiting.",
    }),
    attempts: Type.Integer(),
    error: Type.Optional(Type.String({ description: "Why the last attempt failed." })),
    progress: Type.Optional(Type.Integer({ description: "In percent." })),
    organization: Type.Optional(Type.String()),
    repeats: Type.Boolean(),
    holder: Type.Optional(Type.String({ description: "The machine and process that runs it." })),
    createdAt: Timestamp,
    dueAt: Type.Optional({ ...Timestamp, description: "When a waiting job runs." }),
    failedAt: Type.Optional(Timestamp),
  },
  { title: "ServerJob" },
);

export function presentJob(row: JobTable): ServerJob {
  const state = jobStateOf(row);
  return {
    object: "job",
    id: row.id,
    kind: row.kind,
    state,
    attempts: row.attempts,
    error: row.last_error ?? undefined,
    progress: row.progress ?? undefined,
    organization: row.organization_id ?? undefined,
    repeats: row.unique_key === repeatingKey,
    holder: state === "running" ? (row.holder ?? undefined) : undefined,
    createdAt: row.created_at,
    dueAt: state === "waiting" ? row.run_at : undefined,
    failedAt: row.failed_at ?? undefined,
  };
}

export const Server = Type.Object(
  {
    object: Type.Literal("server"),
    version: Type.String(),
    node: Type.String({ description: "The version of Node." }),
    database: Type.Object({
      kind: StringEnum(["sqlite", "postgres"]),
      version: Type.String(),
      size: Bytes,
    }),
    disk: Type.Optional(
      Type.Object(
        { folder: Type.String(), free: Bytes },
        {
          description:
            "The folder of the data, or with PostgreSQL that of backups, on the machine of this process.",
        },
      ),
    ),
    jobs: Type.Object({ running: Type.Integer(), waiting: Type.Integer(), failed: Type.Integer() }),
    processes: Type.Array(
      Type.Object({
        id: Type.String(),
        host: Type.String(),
        pid: Type.Integer(),
        version: Type.String(),
        memory: Bytes,
        startedAt: Timestamp,
        current: Type.Boolean({ description: "Whether it has answered this call." }),
      }),
      { description: "The processes that serve requests, on all machines." },
    ),
    rateLimits: Type.Object({
      refused: Type.Integer({
        description:
          "Requests that all processes have refused with status 429 in the last hour. Each reports twice a minute.",
      }),
      items: Type.Array(
        Type.Object({
          name: StringEnum(rateLimitNames, {
            description: "What requests or failed sign-ins are counted by.",
          }),
          max: Type.Optional(Type.Integer({ description: "Absent if there is no limit." })),
          seconds: Type.Integer({ description: "The time in which `max` are allowed." }),
          setting: Type.Optional(Type.String({ description: "The setting that changes it." })),
        }),
      ),
    }),
    admins: Type.Array(
      Type.Object({
        id: Type.String(),
        displayName: Type.String(),
        email: Type.String(),
        grantedAt: Timestamp,
      }),
    ),
    storage: Type.Optional(
      Type.Object(
        {
          measuredAt: Timestamp,
          tables: Type.Array(Type.Object({ name: Type.String(), size: Bytes })),
          files: Type.Object({ count: Type.Integer(), size: Bytes }),
          organizations: Type.Array(
            Type.Object({
              id: Type.String(),
              title: Type.String(),
              files: Type.Integer(),
              size: Bytes,
            }),
          ),
        },
        { description: "What takes the space, if it was measured: the largest tables, and files." },
      ),
    ),
    measurement: Type.Optional(ServerJob),
  },
  { title: "Server" },
);

export const Backup = Type.Object(
  {
    object: Type.Literal("backup"),
    name: Type.String(),
    reason: StringEnum(backupReasons),
    startedAt: Timestamp,
    size: Bytes,
    urls: Type.Object({ download: Type.String({ description: "Needs the credentials of an admin." }) }),
  },
  { title: "Backup" },
);

export const Backups = Type.Object(
  {
    object: Type.Literal("backups"),
    folder: Type.String({ description: "On the machine of the process that answers." }),
    interval: Type.Optional(
      Type.Integer({ description: "Seconds between two scheduled backups. Absent: none are scheduled." }),
    ),
    keep: Type.Integer({ description: "How many scheduled backups are kept." }),
    nextAt: Type.Optional({ ...Timestamp, description: "When the next scheduled backup is written." }),
    job: Type.Optional(ServerJob),
    items: Type.Array(Backup),
  },
  { title: "Backups" },
);

export type ServerOrganization = Static<typeof ServerOrganization>;
export const ServerOrganization = Type.Object(
  {
    object: Type.Literal("server-organization"),
    id: Type.String(),
    title: Type.String(),
    emailDomains: Type.Array(Type.String()),
    trusted: Type.Boolean({
      description: "Whether its identity providers and email domains are trusted on the whole server.",
    }),
    members: Type.Integer(),
    spaces: Type.Integer(),
    sites: Type.Integer(),
    createdAt: Timestamp,
  },
  { title: "ServerOrganization" },
);

export const ServerOrganizationUpdate = Type.Object({ trusted: Type.Boolean() });

export const ServerSettings = Type.Object(
  {
    object: Type.Literal("server-settings"),
    logLevel: Type.Object({
      level: StringEnum(logLevels),
      configured: StringEnum(logLevels, { description: "The level of the environment." }),
      changed: Type.Boolean({ description: "Whether an admin has changed it while the server runs." }),
    }),
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        source: StringEnum(["environment", "default"]),
        value: Type.Optional(Type.String({ description: "Absent if it is secret or has no value." })),
        secret: Type.Boolean(),
      }),
    ),
  },
  { title: "ServerSettings" },
);

export const ServerSettingsUpdate = Type.Object({
  logLevel: nullable(StringEnum(logLevels, { description: "Null: as the environment says." })),
});
