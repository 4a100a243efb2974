import type { Migration } from "./migrations.ts";

export const sites: Migration = {
  name: "005-sites",
  statements: ({ text }) => [
    `create table sites (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      type ${text} not null,
      title ${text} not null,
      search_text ${text} not null,
      visibility ${text} not null,
      published smallint not null,
      basename ${text},
      hostname ${text},
      proxy ${text},
      adaptive_content smallint,
      agents_context ${text} not null,
      adaptive_schema ${text},
      adaptive_schema_at ${text},
      customization ${text} not null,
      auth_backend ${text} not null,
      auth_key ${text} not null,
      auth_fallback_url ${text},
      created_at ${text} not null
    )`,
    "create index sites_by_organization on sites (organization_id, id)",
    "create unique index sites_by_basename on sites (organization_id, basename) where basename is not null",
    "create unique index sites_by_hostname on sites (hostname) where hostname is not null",
    "create unique index sites_by_proxy on sites (proxy) where proxy is not null",

    `create table site_section_groups (
      id ${text} primary key,
      organization_id ${text} not null,
      site_id ${text} not null references sites (id) on delete cascade,
      position ${text} not null,
      title ${text} not null,
      icon ${text}
    )`,
    "create index site_section_groups_by_site on site_section_groups (site_id)",

    `create table site_sections (
      id ${text} primary key,
      organization_id ${text} not null,
      site_id ${text} not null references sites (id) on delete cascade,
      group_id ${text} references site_section_groups (id),
      position ${text} not null,
      path ${text} not null,
      is_default smallint not null,
      title ${text} not null,
      description ${text},
      icon ${text},
      condition ${text}
    )`,
    "create index site_sections_by_site on site_sections (site_id)",
    "create index site_sections_by_group on site_sections (group_id) where group_id is not null",

    `create table site_spaces (
      id ${text} primary key,
      organization_id ${text} not null,
      site_id ${text} not null references sites (id) on delete cascade,
      section_id ${text} references site_sections (id),
      space_id ${text} not null references spaces (id),
      position ${text} not null,
      path ${text} not null,
      is_default smallint not null,
      condition ${text},
      customization ${text}
    )`,
    "create index site_spaces_by_site on site_spaces (site_id)",
    "create index site_spaces_by_section on site_spaces (section_id) where section_id is not null",
    "create index site_spaces_by_space on site_spaces (space_id, site_id)",

    `create table site_share_links (
      id ${text} primary key,
      organization_id ${text} not null,
      site_id ${text} not null references sites (id) on delete cascade,
      name ${text} not null,
      active smallint not null,
      key ${text} not null,
      key_hash ${text} not null,
      created_at ${text} not null
    )`,
    "create index site_share_links_by_site on site_share_links (site_id, active, id)",
    "create index site_share_links_in_order on site_share_links (site_id, id)",
    "create index site_share_links_by_key on site_share_links (key_hash)",

    // Where it leads goes, the redirect goes too.
    `create table site_redirects (
      id ${text} primary key,
      organization_id ${text} not null,
      site_id ${text} not null references sites (id) on delete cascade,
      source ${text} not null,
      section_id ${text} references site_sections (id) on delete cascade,
      site_space_id ${text} references site_spaces (id) on delete cascade,
      page_id ${text}
    )`,
    "create unique index site_redirects_by_source on site_redirects (site_id, source)",
    "create index site_redirects_in_order on site_redirects (site_id, id)",
    "create index site_redirects_by_section on site_redirects (section_id) where section_id is not null",
    "create index site_redirects_by_site_space on site_redirects (site_space_id) where site_space_id is not null",
  ],
};
