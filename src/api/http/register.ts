import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import packageInfo from "../../../package.json" with { type: "json" };
import { badInput, forbidden } from "../../platform/index.ts";
import { type Context, recentContext } from "./context.ts";
import type { KeptReplies } from "./kept-replies.ts";
import { nextBatch } from "./next-batch.ts";
import { type Call, nothingToDo, type Operation, type ReplyVersion, SerializedJson } from "./operation.ts";
import { requireWithinScope } from "./organization-scope.ts";
import { hasLargeBody, waitForLargeRequests } from "./request-body.ts";
import { bodyOf, StreamedJson } from "./streamed-json.ts";
import { rejectNullInUrl } from "./validation.ts";

export function registerOperation(
  app: FastifyInstance,
  context: Context,
  operation: Operation,
  replies: KeptReplies,
): void {
  const [status, schema] = successOf(operation);
  const restName = /\*(\w+)$/.exec(operation.path)?.[1];
  /** Creates the call with the objects of its path, if the caller has access to them. */
  const authorize = async (
    request: FastifyRequest,
    reply: FastifyReply,
    isBodyRead = true,
  ): Promise<Call> => {
    rejectNullInUrl(request.url);
    const call: Call = {
      context: request.caller.visitor === undefined ? context : await recentContext(context),
      caller: request.caller,
      operationId: operation.id,
      params: restName === undefined ? request.params : nameRest(restName, request.params as Params),
      query: request.query,
      body: request.body,
      ifMatch: request.headers["if-match"],
      onDisconnect: (listener) => reply.raw.once("close", () => reply.raw.writableFinished || listener()),
    };
    if (!isBodyRead) Object.defineProperty(call, "body", unreadBody);
    if (call.caller.visitor !== undefined && !operation.access.allowsVisitors)
      throw forbidden("The token of a site's visitor is valid only for the content of that site");
    // Shared caches do not know that the reply depends on the cookie.
    if (call.caller.kind === "session") reply.header("Cache-Control", "private, no-cache");
    if (call.caller.scope !== undefined) await requireWithinScope(operation, call, call.caller.scope);
    return { ...call, ...(await operation.access.resolve(call)) };
  };
  app.route({
    // Fastify would add a second route for HEAD, which slows the start.
    method: operation.method === "GET" ? ["GET", "HEAD"] : operation.method,
    exposeHeadRoute: false,
    config: {
      isRepeatable: operation.isRepeatable === true,
      isShared: operation.sharedBy !== undefined,
    },
    url: `/v1${operation.path.replace(/\*\w+$/, "*")}`,
    ...(operation.bodyLimit && { bodyLimit: operation.bodyLimit }),
    schema: {
      ...(operation.query && { querystring: operation.query }),
      ...(operation.body && { body: operation.body }),
      ...(schema && { response: { [status]: schema } }),
    },
    ...(operation.body && {
      preParsing: async (request, reply) => {
        if (!hasLargeBody(request)) return;
        // Checked again when the body has arrived: access may have been revoked in the meantime.
        await unlessBodyIsNeeded(authorize(request, reply, false));
        if (operation.bodyLimit) await waitForLargeRequests(request, reply);
      },
      preValidation: requireBody(operation),
    }),
    handler: async (request, reply) => {
      const subject = await authorize(request, reply);
      const version = await operation.version?.(subject);
      if (version !== undefined) {
        const tag = entityTag(request.url, version);
        reply.header("ETag", tag).header("Cache-Control", "private, no-cache");
        const seen = request.headers["if-none-match"];
        // The handler may not find the object, so that `*` says nothing yet.
        if (seen?.trim() !== "*" && matchesIfNoneMatch(seen, tag)) return reply.code(304).send();
      }
      const { repeated } = request;
      if (repeated !== undefined && operation.sharedBy !== undefined) {
        const shared = await replies.findShared(request, repeated, await operation.sharedBy(subject));
        if (shared !== undefined) return reply.headers(shared.headers).send(shared.body);
      }
      const result = await operation.handle(subject);
      await nextBatch();
      if (result === nothingToDo && operation.noopStatus) return reply.code(operation.noopStatus).send();
      reply.code(status);
      if (status === 201)
        reply.header("Location", operation.location?.(result, subject) ?? locationOf(result));
      if (result instanceof SerializedJson || result instanceof StreamedJson) {
        reply.type("application/json; charset=utf-8");
        if (result instanceof SerializedJson) {
          reply.header(
            "Content-Length",
            result.pieces.reduce((total, { length }) => total + length, 0),
          );
          return reply.send(request.method === "HEAD" ? undefined : Readable.from(result.pieces));
        }
        // The length of a stream is unknown, so its headers need no body.
        const body = bodyOf(result);
        return reply.send(request.method === "HEAD" && typeof body !== "string" ? undefined : body);
      }
      return reply.send(schema === null ? undefined : result);
    },
  });
}

/** Thrown by an access check that needs the body before it has been read. */
class BodyNotReadError extends Error {}

/** The body of a call before it has been read. Copies of the call have none. */
const unreadBody: PropertyDescriptor = {
  enumerable: false,
  get: () => {
    throw new BodyNotReadError();
  },
};

async function unlessBodyIsNeeded(authorization: Promise<unknown>): Promise<void> {
  try {
    await authorization;
  } catch (error) {
    if (!(error instanceof BodyNotReadError)) throw error;
  }
}

type Params = Record<string, string>;

/** Renames the parameter that the router calls `*`. */
function nameRest(name: string, params: Params): Params {
  const { "*": rest = "", ...others } = params;
  return { ...others, [name]: rest };
}

export function successOf(operation: Operation): [status: number, schema: Operation["reply"][number]] {
  const [entry] = Object.entries(operation.reply);
  if (entry === undefined) throw new Error(`${operation.id} declares no reply`);
  return [Number(entry[0]), entry[1]];
}

/** Refuses a missing body before validation, or replaces it with an empty object if it is optional. */
function requireBody({ bodyOptional }: Operation) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const missing = request.body === undefined;
    if (missing && bodyOptional) request.body = {};
    done(missing && !bodyOptional ? badInput("body", "is required") : undefined);
  };
}

function locationOf(created: unknown): string {
  const { urls } = created as { urls?: { location?: string } };
  if (urls?.location === undefined)
    throw new Error("the created object has no urls.location, and the operation declares no location");
  return urls.location;
}

/** To be increased when replies to the same data change between releases: clients would keep the previous ones. */
const replyVersion = 3;

/** The ETag of a reply: a hash of its URL, the version of its data and the version of the server. */
export function entityTag(url: string, version: ReplyVersion): string {
  const { content, details } = typeof version === "string" ? { content: version } : version;
  const tag = shortHash([packageInfo.version, replyVersion, url, content].join("\n"));
  return details === undefined ? `"${tag}"` : `"${tag}.${shortHash(details)}"`;
}

function shortHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 27);
}

/**
 * The tag without what a proxy that compresses the reply adds to it: nginx marks it as weak, Apache and Caddy append the encoding. It still
 * names the same version.
 */
function tagOfServer(candidate: string): string {
  return candidate
    .trim()
    .replace(/^W\//, "")
    .replace(/-(?:gzip|br|zstd)"$/, '"');
}

/** Whether the client has seen the content with this tag, with any details. */
export function satisfiesIfMatch(header: string | undefined, tag: string): boolean {
  const versionOf = (candidate: string) => tagOfServer(candidate).replace(/\.[\w-]+"$/, '"');
  return header === undefined || header.split(",").some((text) => ["*", tag].includes(versionOf(text)));
}

/** Whether the client already has this reply, which exists: `*` means any. */
export function matchesIfNoneMatch(header: string | undefined, tag: string): boolean {
  if (header?.trim() === "*") return true;
  return header?.split(",").some((candidate) => tagOfServer(candidate) === tag) ?? false;
}
