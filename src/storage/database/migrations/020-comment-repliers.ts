import type { Migration } from "./migrations.ts";

/** Who replied to a comment and how often, so that lists of comments need not read all replies. */
export const commentRepliers: Migration = {
  name: "020-comment-repliers",
  statements: ({ text, clustered }) => [
    `create table comment_repliers (
      place_id ${text} not null,
      comment_id ${text} not null,
      user_id ${text} not null references users (id),
      replies integer not null,
      replied_at ${text} not null,
      primary key (place_id, comment_id, user_id),
      foreign key (place_id, comment_id) references comments (place_id, id) on delete cascade
    ) ${clustered}`,
    `insert into comment_repliers (place_id, comment_id, user_id, replies, replied_at)
      select place_id, comment_id, posted_by, count(*), max(posted_at)
      from comments where comment_id is not null
      group by place_id, comment_id, posted_by`,
  ],
};
