import type { Migration } from "./migrations.ts";

/** Links to previews of change requests, and comments that a reviewer collects and sends with a review. */
export const previewsAndPendingComments: Migration = {
  name: "035-previews-and-pending-comments",
  statements: ({ text, clustered }) => [
    `create table preview_links (
      change_request_id ${text} primary key references change_requests (id) on delete cascade,
      key ${text} not null,
      key_hash ${text} not null,
      created_by ${text} not null references users (id),
      created_at ${text} not null
    ) ${clustered}`,
    "create unique index preview_links_by_key on preview_links (key_hash)",
    `create table pending_comments (
      change_request_id ${text} not null references change_requests (id) on delete cascade,
      user_id ${text} not null references users (id),
      id ${text} not null,
      revision_id ${text} not null,
      page_id ${text},
      target ${text} not null,
      body ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      primary key (change_request_id, user_id, id)
    ) ${clustered}`,
    `create table review_comments (
      place_id ${text} not null,
      comment_id ${text} not null,
      review_id ${text} not null references reviews (id) on delete cascade,
      primary key (place_id, comment_id),
      foreign key (place_id, comment_id) references comments (place_id, id) on delete cascade
    ) ${clustered}`,
    "create index review_comments_by_review on review_comments (review_id, comment_id)",
  ],
};
