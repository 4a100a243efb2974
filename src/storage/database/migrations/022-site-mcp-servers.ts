import type { Migration } from "./migrations.ts";

/** The MCP servers that an owner has added to a site. */
export const siteMcpServers: Migration = {
  name: "022-site-mcp-servers",
  statements: ({ text }) => [
    `create table site_mcp_servers (
      id ${text} primary key,
      organization_id ${text} not null,
      site_id ${text} not null references sites (id) on delete cascade,
      name ${text} not null,
      url ${text} not null,
      transport ${text} not null,
      headers ${text} not null,
      condition ${text}
    )`,
    "create index site_mcp_servers_in_order on site_mcp_servers (site_id, id)",
  ],
};
