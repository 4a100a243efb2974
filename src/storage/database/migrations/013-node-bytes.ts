import type { Migration } from "./migrations.ts";

/**
 * The texts of nodes become bytes, so that new ones can be compressed; those that are there stay as they are. The column
 * has another name, so that a process of the version before writes no text into it.
 */
export const nodeBytes: Migration = {
  name: "013-node-bytes",
  statements: ({ text, bytes, bytesOf }) => [
    "alter table nodes rename to nodes_as_text",
    `create table nodes (
      repository_id ${text} not null references repositories (id) on delete cascade,
      hash ${text} not null,
      packed ${bytes} not null,
      primary key (repository_id, hash)
    )`,
    `insert into nodes select repository_id, hash, ${bytesOf("body")} from nodes_as_text`,
    "drop table nodes_as_text",
  ],
};
