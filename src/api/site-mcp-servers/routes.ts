import { type Static, Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { badInput, newId, requireFound } from "../../platform/index.ts";
import { type SiteRef, validateCondition } from "../../publishing/index.ts";
import { isRow, mcpTransports, type Reader, type SiteMcpServerTable } from "../../storage/database/index.ts";
import {
  HttpUrl,
  ListOf,
  ListQuery,
  nullable,
  type OperationGroup,
  operation,
  RecordOf,
  readList,
  StringEnum,
} from "../http/index.ts";
import { Condition } from "../site-structure/index.ts";
import { deleteSiteChild, locationInSite, onSite } from "../sites/index.ts";

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Headers = RecordOf(Type.String({ minLength: 1, maxLength: 512 }), {
  maxProperties: 50,
  description: "The HTTP headers of requests to the server.",
});
const Transport = StringEnum(mcpTransports, { description: "How clients talk to the server." });

type McpServer = Static<typeof McpServer>;
const McpServer = Type.Object(
  {
    object: Type.Literal("site-mcp-server"),
    id: Type.String(),
    name: Type.String(),
    url: HttpUrl,
    transport: Transport,
    headers: Headers,
    condition: Type.Optional(Type.String()),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "SiteMcpServer" },
);

const McpServerCreate = Type.Object({
  name: Name,
  url: HttpUrl,
  transport: StringEnum(mcpTransports, { default: "sse", description: "How clients talk to the server." }),
  headers: Headers,
  condition: Type.Optional(nullable(Condition)),
});

const McpServerUpdate = Type.Partial(
  Type.Object({
    name: Name,
    url: HttpUrl,
    transport: Transport,
    headers: Headers,
    condition: nullable(Condition),
  }),
);

const path = "/orgs/:organizationId/sites/:siteId/mcp-servers";

// Headers may contain credentials, so only admins read the servers.
export const siteMcpServers: OperationGroup = {
  title: "Site MCP servers",
  operations: [
    operation("listSiteMcpServers", `GET ${path}`, {
      summary: "List the MCP servers that were added to a site",
      access: onSite("admin"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(McpServer) },
      handle: (call) =>
        readList(call, {
          matching: selectServers(call.context.database.read, call.site),
          select: (query) => query.selectAll(),
          keys: ["site_mcp_servers.id"],
          present: (rows) => rows.map((row) => presentServer(call.context.urls, row)),
        }),
    }),

    operation("createSiteMcpServer", `POST ${path}`, {
      summary: "Add an MCP server to a site",
      access: onSite("admin"),
      body: McpServerCreate,
      reply: { 201: McpServer },
      location: locationInSite("mcp-servers"),
      handle: async ({ context, site, body }) => {
        const { name, url, transport, condition = null } = body;
        const row: SiteMcpServerTable = {
          id: newId(),
          organization_id: site.organization_id,
          site_id: site.id,
          ...{ name, url, transport, condition, headers: writeHeaders(body.headers) },
        };
        await context.database.write(async (trx) => {
          await validateCondition(trx, site, condition);
          await trx.insertInto("site_mcp_servers").values(row).execute();
        });
        return presentServer(context.urls, row);
      },
    }),

    operation("getSiteMcpServerById", `GET ${path}/:siteMcpServerId`, {
      summary: "Read an MCP server of a site",
      access: onSite("admin"),
      reply: { 200: McpServer },
      handle: async ({ context, site, params }) => {
        const row = await requireServer(context.database.read, site, params.siteMcpServerId);
        return presentServer(context.urls, row);
      },
    }),

    operation("updateSiteMcpServerById", `PATCH ${path}/:siteMcpServerId`, {
      summary: "Change an MCP server of a site",
      access: onSite("admin"),
      body: McpServerUpdate,
      reply: { 200: McpServer },
      handle: async ({ context, site, body, params }) => {
        const { headers, ...others } = body;
        const changes = { ...others, ...(headers && { headers: writeHeaders(headers) }) };
        const row = await context.database.write(async (trx) => {
          const found = await requireServer(trx, site, params.siteMcpServerId);
          await validateCondition(trx, site, changes.condition);
          if (Object.keys(changes).length > 0)
            await trx.updateTable("site_mcp_servers").set(changes).where(isRow(found)).execute();
          return { ...found, ...changes };
        });
        return presentServer(context.urls, row);
      },
    }),

    operation("deleteSiteMcpServerById", `DELETE ${path}/:siteMcpServerId`, {
      summary: "Remove an MCP server from a site",
      access: onSite("admin"),
      reply: { 205: null },
      noopStatus: 204,
      handle: (call) => deleteSiteChild(call, "site_mcp_servers", call.params.siteMcpServerId),
    }),
  ],
};

/** Names and values that HTTP allows. Others could add headers to a request. */
const [headerName, headerValue] = [/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, /^[\t\x20-\x7e\x80-\xff]*$/];

function writeHeaders(headers: Readonly<Record<string, string>>): string {
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name)) throw badInput("headers", `must not have the name ${JSON.stringify(name)}`);
    if (!headerValue.test(value)) throw badInput(`headers.${name}`, "must be a valid value of a header");
  }
  return JSON.stringify(headers);
}

function selectServers(db: Reader, site: SiteRef) {
  return db
    .selectFrom("site_mcp_servers")
    .where("site_mcp_servers.organization_id", "=", site.organization_id)
    .where("site_mcp_servers.site_id", "=", site.id);
}

async function requireServer(db: Reader, site: SiteRef, id: string): Promise<SiteMcpServerTable> {
  const found = await selectServers(db, site).where("id", "=", id).selectAll().executeTakeFirst();
  return requireFound(found, "MCP server");
}

function presentServer(urls: Urls, row: SiteMcpServerTable): McpServer {
  const { id, organization_id, site_id, name, url, transport, headers, condition } = row;
  return {
    object: "site-mcp-server",
    ...{ id, name, url, transport },
    headers: JSON.parse(headers) as McpServer["headers"],
    ...(condition !== null && { condition }),
    urls: { location: urls.api(`/orgs/${organization_id}/sites/${site_id}/mcp-servers/${id}`) },
  };
}
