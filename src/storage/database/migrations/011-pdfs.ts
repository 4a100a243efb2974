import type { Migration } from "./migrations.ts";

export const pdfs: Migration = {
  name: "011-pdfs",
  statements: ({ text }) => [
    `create table pdfs (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      space_id ${text} not null references spaces (id) on delete cascade,
      repository_id ${text} not null references repositories (id),
      key ${text} not null,
      name ${text} not null,
      hash ${text},
      size integer,
      names ${text},
      names_version ${text},
      made_at ${text} not null,
      used_at ${text} not null
    )`,
    "create index pdfs_by_key on pdfs (space_id, key, made_at)",
    "create index pdfs_by_organization on pdfs (organization_id)",
    "create index pdfs_by_repository on pdfs (repository_id)",
    "create index pdfs_by_use on pdfs (used_at)",
    "create index pdfs_unfinished on pdfs (made_at) where hash is null",
    // PDFs are made in such folders, too.
    "update jobs set kind = 'remove-abandoned-folders' where kind = 'remove-abandoned-imports'",
  ],
};
