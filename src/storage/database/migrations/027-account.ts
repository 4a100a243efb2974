import type { Migration } from "./migrations.ts";

/** Links that sign a user in, the details of tokens and sessions that their owners see, and spaces by their last change. */
export const account: Migration = {
  name: "027-account",
  statements: ({ text, clustered }) => [
    `create table sign_in_links (
      hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      expires_at ${text} not null
    ) ${clustered}`,
    "create index sign_in_links_by_user on sign_in_links (user_id)",

    `alter table tokens add column organization_id ${text} references organizations (id) on delete cascade`,
    `alter table tokens add column prefix ${text}`,
    `alter table tokens add column login_method ${text}`,
    `alter table tokens add column user_agent ${text}`,
    "create index tokens_by_organization on tokens (organization_id, id) where organization_id is not null",

    "create index spaces_by_updated_at on spaces (organization_id, updated_at, id)",
  ],
};
