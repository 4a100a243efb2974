import type { Migration } from "./migrations.ts";

export const comments: Migration = {
  name: "004-comments",
  statements: ({ text, clustered }) => [
    // A space and a change request are both places for comments. Neither is removed but by the purge, which takes the
    // comments away first. Everything is found by its place: by id alone, PostgreSQL would rather walk through all.
    `create table comments (
      id ${text} not null,
      organization_id ${text} not null,
      place_id ${text} not null,
      comment_id ${text},
      review_id ${text} references reviews (id) on delete cascade,
      revision_id ${text} not null,
      page_id ${text},
      target ${text} not null,
      body ${text} not null,
      status ${text} not null,
      resolved_at ${text},
      resolved_by ${text} references users (id),
      replies integer not null,
      posted_by ${text} not null references users (id),
      posted_at ${text} not null,
      edited_at ${text},
      primary key (place_id, id),
      foreign key (place_id, comment_id) references comments (place_id, id)
        on delete cascade deferrable initially deferred
    )`,
    // One for each status, so that none of them looks better than the page or the author to go by.
    "create index comments_by_place on comments (place_id, id, posted_by) where comment_id is null",
    "create index open_comments_by_place on comments (place_id, id, posted_by) where comment_id is null and status = 'open'",
    "create index resolved_comments_by_place on comments (place_id, id, posted_by) where comment_id is null and status = 'resolved'",
    "create index comments_by_page on comments (place_id, organization_id, page_id, id, status, posted_by, comment_id) where comment_id is null and page_id is not null",
    // Also of those who replied: they are commenters too.
    "create index comments_by_author on comments (place_id, organization_id, posted_by, id, comment_id, status)",
    "create index replies_by_comment on comments (place_id, comment_id, id) where comment_id is not null",
    "create unique index comments_by_review on comments (review_id) where review_id is not null",

    `create table comment_reactions (
      id ${text} not null,
      organization_id ${text} not null,
      place_id ${text} not null,
      comment_id ${text} not null,
      user_id ${text} not null references users (id),
      emoji ${text} not null,
      spelling ${text} not null,
      reacted_at ${text} not null,
      primary key (place_id, comment_id, user_id, emoji),
      foreign key (place_id, comment_id) references comments (place_id, id) on delete cascade
    ) ${clustered}`,

    "alter table spaces add column comments_resolved integer not null default 0",
    "alter table change_requests add column comments_resolved integer not null default 0",

    // What was said with a review is a comment like any other from now on.
    `insert into comments (
      id, organization_id, place_id, review_id, revision_id, target, body, status, replies, posted_by, posted_at
    )
    select id, organization_id, change_request_id, id, revision_id, '{}', comment, 'open', 0, reviewer_id, created_at
    from reviews where comment is not null`,
    `update change_requests set comments = (
      select count(*) from comments where comments.place_id = change_requests.id
    )`,
    "alter table reviews drop column comment",
  ],
};
