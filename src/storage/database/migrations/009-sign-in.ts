import type { Migration } from "./migrations.ts";

export const signIn: Migration = {
  name: "009-sign-in",
  statements: ({ text, clustered }) => [
    `alter table tokens add column kind ${text} not null default 'api'`,

    `create table passwords (
      user_id ${text} primary key references users (id) on delete cascade,
      hash ${text} not null,
      updated_at ${text} not null
    ) ${clustered}`,

    `create table password_links (
      hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      expires_at ${text} not null
    ) ${clustered}`,
    "create index password_links_by_user on password_links (user_id)",

    `create table sign_in_failures (
      key ${text} primary key,
      count integer not null,
      until ${text} not null
    ) ${clustered}`,
  ],
};
