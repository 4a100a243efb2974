// The MCP server of a site.
export { mcpResource } from "./mcp-resource.ts";
