import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Value } from "@sinclair/typebox/value";
import { LecternError } from "../../platform/index.ts";
import { countRendering, type ResourceCall } from "../resource/index.ts";
import { listPagesTool } from "./list-pages-tool.ts";
import { readOperationTool } from "./read-operation-tool.ts";
import { readPageTool } from "./read-page-tool.ts";
import { searchTool } from "./search-tool.ts";
import type { Tool } from "./tool.ts";

const tools: readonly Tool[] = [searchTool, readPageTool, listPagesTool, readOperationTool];
const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));

/** A request has one message, or few in earlier versions of the protocol. */
const maxMessages = 10;

/** Answers the messages of a request, each with a server of its own. */
export async function answerMessages(call: ResourceCall, body: unknown): Promise<Response> {
  if (Array.isArray(body) && body.length > maxMessages)
    throw new LecternError(400, `A request may have up to ${maxMessages} messages`);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(call);
  // Its properties are declared without undefined, unlike those of the interface.
  await server.connect(transport as Parameters<Server["connect"]>[0]);
  try {
    const { accept = "", "content-type": type = "" } = call.request.headers;
    const version = call.request.headers["mcp-protocol-version"];
    const headers = {
      ...{ accept, "content-type": type },
      ...(typeof version === "string" && { "mcp-protocol-version": version }),
    };
    const request = new Request(call.url, { method: "POST", headers });
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

function createServer(call: ResourceCall): Server {
  const title = call.settings.title ?? call.place.site.title;
  const server = new Server(
    { name: "lectern", title, version: "1" },
    {
      capabilities: { tools: {} },
      instructions: `The documentation of ${title}. Search it, then read the pages that were found.`,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, description, input, output }) => ({
      ...{ name, title, description },
      inputSchema: input as { type: "object" },
      outputSchema: output as { type: "object" },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      return await callTool(call, params.name, params.arguments ?? {});
    } catch (error) {
      if (!(error instanceof LecternError) || error.status >= 500) throw error;
      return { isError: true, content: [{ type: "text" as const, text: error.message }] };
    }
  });
  return server;
}

async function callTool(call: ResourceCall, name: string, input: unknown) {
  const tool = toolsByName.get(name);
  if (tool === undefined) throw new LecternError(404, `There is no tool ${JSON.stringify(name)}`);
  const [error] = Value.Errors(tool.input, input);
  if (error !== undefined)
    throw new LecternError(400, `${error.path.slice(1) || "arguments"}: ${error.message}`);
  await countRendering(call.context, call.request);
  const { text, result } = await tool.run(call, input as never);
  return { content: [{ type: "text" as const, text }], structuredContent: result };
}
