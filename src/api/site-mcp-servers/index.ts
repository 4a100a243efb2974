// The operations on the MCP servers that owners add to a site.
export { siteMcpServers } from "./routes.ts";
