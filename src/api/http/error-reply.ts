import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LecternError } from "../../platform/index.ts";
import type { Context } from "./context.ts";

interface ErrorBody {
  error: { code: number; message: string };
}

export function handleErrors(app: FastifyInstance, context: Context): void {
  app.setErrorHandler(replyToError(context));
}

export function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path] = request.url.split("?", 1);
  return send(reply, 404, `No operation ${request.method} ${path}; /reference lists all operations`);
}

function replyToError({ log }: Context) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { status, message, headers } = describe(error);
    if (status >= 500) log.error({ err: error, requestId: request.id }, "request failed");
    if (status === 413) drainBody(request.raw, reply);
    return send(reply, status, message, headers);
  };
}

const maxDrain = { bytes: 64 * 1024 * 1024, milliseconds: 10_000 };

/**
 * Reads and discards the rest of a body that is too large, while the reply is sent: most clients read the reply only after
 * sending everything, and lose it if the connection is closed before. It is closed if too much arrives, or for too long.
 */
function drainBody(body: IncomingMessage, reply: FastifyReply): void {
  if (body.readableEnded || body.destroyed) return;
  // Fastify has set it, and Node would close the connection after the reply.
  reply.removeHeader("connection");
  let remaining = maxDrain.bytes;
  const close = () => body.socket.destroySoon();
  const timer = setTimeout(close, maxDrain.milliseconds).unref();
  body.on("data", (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) close();
  });
  for (const event of ["end", "close", "error"]) body.once(event, () => clearTimeout(timer));
  body.resume();
}

/** Replies to a request, unless the result is false. */
type Replier = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/**
 * Replies to errors before routing, when the hooks that set headers have not run. `replyWithPage` replies to browsers that open
 * a malformed URL.
 */
export function replyToFrameworkError(
  context: Context,
  headers: Readonly<Record<string, string>>,
  replyWithPage: Replier,
) {
  const replyTo = replyToError(context);
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    // The error's message is not logged: it contains the URL, which may hold secrets.
    const { code } = error as Partial<FastifyError>;
    context.log.info({ requestId: request.id, method: request.method, error: code }, "request refused");
    reply.headers({ ...headers, "x-request-id": request.id });
    const isReplied = code === "FST_ERR_BAD_URL" ? replyWithPage(request, reply) : Promise.resolve(false);
    void isReplied
      .catch(() => false)
      .then(async (isDone) => {
        if (!isDone) await replyTo(error, request, reply);
      });
  };
}

/** Replies to an `Expect` header other than 100-continue, which Node reports instead of the request. */
export function replyToExpectation(headers: Readonly<Record<string, string>>) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    const error = { code: 417, message: "Expect: must be 100-continue" };
    response
      .writeHead(417, { ...headers, "Content-Type": "application/json; charset=utf-8", Connection: "close" })
      .end(JSON.stringify({ error } satisfies ErrorBody));
  };
}

/** How long a client has to read the last reply before its connection is closed, in milliseconds. */
const lingering = 1000;

/** Replies to input that is not well-formed HTTP, or that does not arrive in time, and closes the connection. */
export function replyToMalformedRequest({ code }: Pick<ConnectionError, "code">, socket: Socket): void {
  if (code === "ECONNRESET" || !socket.writable) return;
  const [status, message] = malformedReplies[code] ?? [400, "The request is not well-formed HTTP"];
  const body = JSON.stringify({ error: { code: status, message } } satisfies ErrorBody);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      "X-Content-Type-Options: nosniff",
      "Connection: close",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
  // A client that goes on sending would keep the connection, and what its request holds. Closed at once, it would not see the reply.
  setTimeout(() => socket.destroy(), lingering).unref();
}

const malformedReplies: Readonly<Record<string, [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The URL and the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive"],
};

const maxMessageLength = 2000;

function send(
  reply: FastifyReply,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  // The message may quote a field name of any length.
  const text =
    message.length > maxMessageLength ? `${message.slice(0, maxMessageLength).toWellFormed()}…` : message;
  const body: ErrorBody = { error: { code: status, message: text } };
  // The handler may have set the ETag of a successful reply.
  return reply
    .removeHeader("ETag")
    .code(status)
    .headers(headers)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
}

function describe(error: Error): {
  status: number;
  message: string;
  headers?: Readonly<Record<string, string>>;
} {
  if (error instanceof LecternError) return error;
  const { statusCode: status = 500, code } = error as Partial<FastifyError>;
  if (status >= 500) return { status: 500, message: "Internal server error; see the log of the server" };
  return { status, message: fastifyMessages[code ?? ""] ?? error.message };
}

/** Replaces the messages of Fastify's errors. */
const fastifyMessages: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "body: must be JSON, sent with Content-Type: application/json",
  FST_ERR_CTP_BODY_TOO_LARGE: "body: is larger than this operation accepts",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "body: does not have the length in Content-Length",
  FST_ERR_BAD_URL: "path: is not well-formed",
  FST_ERR_MAX_PARAM_LENGTH: "path: is too long",
};
