import type { Migration } from "./migrations.ts";

/**
 * Who operates the server, settings that are changed while it runs, its processes, and how far a job is. The first user of a server, who is
 * never deleted, is its first admin.
 */
export const serverOperation: Migration = {
  name: "040-server-operation",
  statements: ({ text, number, passing }) => [
    `create table server_admins (
      user_id ${text} primary key references users (id) on delete cascade,
      granted_at ${text} not null
    )`,
    `insert into server_admins (user_id, granted_at)
      select id, created_at from users order by created_at, id limit 1`,
    `create table server_settings (
      name ${text} primary key,
      value ${text} not null,
      changed_at ${text} not null
    )`,
    `create ${passing} table server_processes (
      id ${text} primary key,
      host ${text} not null,
      pid integer not null,
      version ${text} not null,
      memory ${number} not null,
      started_at ${text} not null,
      seen_at ${text} not null
    )`,
    "alter table jobs add column progress integer",
    "create index jobs_failed on jobs (id) where failed_at is not null",
  ],
};
