import { LecternError } from "../../platform/index.ts";
import { recordRequest } from "../events/index.ts";
import { requireAgentAccess } from "../markdown/index.ts";
import { mcpPath } from "../page/index.ts";
import { named, type ResourceCall, readBody, type SiteResource } from "../resource/index.ts";

/** Messages are short: the largest have the arguments of a tool. */
const maxBytes = 256 * 1024;

/** The MCP server of a site, over streamable HTTP. It keeps no sessions, so any process answers any message. */
export const mcpResource: SiteResource = {
  methods: ["POST"],
  acceptsBearer: true,
  match: named(mcpPath),
  reply: async (call) => {
    const { request, reply, place } = call;
    requireAgentAccess(place.site);
    requireOwnOrigin(call);
    const body = parseBody(await readBody(request, maxBytes));
    const { answerMessages } = await import("./answer-messages.ts");
    const response = await answerMessages(call, body);
    // Notifications are answered with 202.
    if (response.status === 200) recordRequest(call, { type: "mcp_request" });
    return reply
      .code(response.status)
      .headers({ ...Object.fromEntries(response.headers), "cache-control": "no-store" })
      .send(await response.text());
  },
};

/** Programs send no origin. A web page of another origin could use the credentials or the network of its reader. */
function requireOwnOrigin({ request, url }: ResourceCall): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== url.origin)
    throw new LecternError(403, "Web pages of other origins may not use this MCP server");
}

function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new LecternError(400, "The body is not valid JSON");
  }
}
