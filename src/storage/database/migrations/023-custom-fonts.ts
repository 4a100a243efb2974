import type { Migration } from "./migrations.ts";

/** Fonts of organizations with their files, and what is known about the host names of sites. */
export const customFonts: Migration = {
  name: "023-custom-fonts",
  statements: ({ text, clustered }) => [
    `create table font_files (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      repository_id ${text} not null references repositories (id),
      format ${text} not null,
      blob ${text} not null,
      size integer not null,
      created_at ${text} not null
    )`,
    "create index font_files_by_organization on font_files (organization_id)",
    "create index font_files_by_repository on font_files (repository_id)",
    "create index font_files_by_creation on font_files (created_at)",
    `create table custom_fonts (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      family ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    "create index custom_fonts_by_organization on custom_fonts (organization_id, id)",
    `create table custom_font_faces (
      font_id ${text} not null references custom_fonts (id) on delete cascade,
      weight integer not null,
      file_id ${text} not null references font_files (id),
      primary key (font_id, weight)
    ) ${clustered}`,
    "create index custom_font_faces_by_file on custom_font_faces (file_id)",
    `create table hostname_checks (
      site_id ${text} primary key references sites (id) on delete cascade,
      hostname ${text} not null,
      status ${text} not null,
      checked_at ${text} not null
    ) ${clustered}`,
  ],
};
