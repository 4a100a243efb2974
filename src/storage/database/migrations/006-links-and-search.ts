import type { Migration } from "./migrations.ts";

export const linksAndSearch: Migration = {
  name: "006-links-and-search",
  statements: ({ text, number, clustered, fullTextTable }) => [
    `alter table spaces add column language ${text}`,

    `create table document_findings (
      repository_id ${text} not null references repositories (id) on delete cascade,
      hash ${text} not null,
      findings ${text} not null,
      primary key (repository_id, hash)
    )`,

    `create table search_spaces (
      space_id ${text} primary key,
      organization_id ${text} not null,
      number ${number} not null,
      root ${text},
      run ${text},
      unfinished ${text} not null,
      next_page ${number} not null,
      languages ${text} not null
    ) ${clustered}`,
    "create unique index search_spaces_by_number on search_spaces (number)",

    `create table search_counter (last ${number} not null)`,
    "insert into search_counter (last) values (0)",

    `create table search_pages (
      space ${number} not null,
      page_id ${text} not null,
      number ${number} not null,
      primary key (space, page_id)
    ) ${clustered}`,

    `create table search_sections (
      id ${number} primary key,
      page_id ${text} not null,
      title ${text} not null,
      anchor ${text} not null,
      heading ${text} not null,
      body ${text} not null,
      conditions ${text}
    )`,

    ...fullTextTable,

    // What is there already is to be found, too.
    `insert into jobs (id, kind, payload, unique_key, attempts, run_at, created_at)
      select 'index-all-that-is-there', 'index-spaces', '{}', 'repeating', 0, min(created_at), min(created_at)
      from spaces having count(*) > 0`,
  ],
};
