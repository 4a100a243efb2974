import type { Migration } from "./migrations.ts";

/** Until when a user has read the comments on a page, and who took the words that a comment proposes. */
export const commentReads: Migration = {
  name: "033-comment-reads",
  statements: ({ text, clustered }) => [
    `create table comment_reads (
      place_id ${text} not null,
      user_id ${text} not null references users (id),
      page_id ${text} not null,
      space_id ${text} not null references spaces (id) on delete cascade,
      read_at ${text} not null,
      primary key (place_id, user_id, page_id)
    ) ${clustered}`,
    "create index comment_reads_by_space on comment_reads (space_id)",
    `create table taken_suggestions (
      place_id ${text} not null,
      comment_id ${text} not null,
      taken_at ${text} not null,
      taken_by ${text} not null references users (id),
      primary key (place_id, comment_id),
      foreign key (place_id, comment_id) references comments (place_id, id) on delete cascade
    ) ${clustered}`,
  ],
};
