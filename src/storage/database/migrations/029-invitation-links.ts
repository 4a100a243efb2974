import type { Migration } from "./migrations.ts";

/**
 * Password links that admins of an organization create, the passwords set with them, which token created a token, and members by
 * their name.
 */
export const invitationLinks: Migration = {
  name: "029-invitation-links",
  statements: ({ text }) => [
    `alter table password_links add column organization_id ${text} references organizations (id) on delete cascade`,
    "create index password_links_by_organization on password_links (organization_id) where organization_id is not null",
    `alter table passwords add column organization_id ${text} references organizations (id) on delete cascade`,
    "create index passwords_by_organization on passwords (organization_id) where organization_id is not null",

    `alter table tokens add column created_by ${text} references tokens (id) on delete cascade`,
    "create index tokens_by_creator on tokens (created_by) where created_by is not null",

    `alter table members add column sort_name ${text} not null default ''`,
    "update members set sort_name = (select search_text from users where users.id = members.user_id)",
    "create index members_by_name on members (organization_id, sort_name, user_id)",
  ],
};
