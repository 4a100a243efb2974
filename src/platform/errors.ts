/** An error reply that the client can act on. Any other error becomes a 500 without details. */
export class LecternError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.headers = headers;
  }
}

/** The message begins with the name of the field. */
export function badInput(field: string, rule: string): LecternError {
  return new LecternError(400, `${field}: ${rule}`);
}

export function unauthenticated(reason: string): LecternError {
  return new LecternError(401, reason, { "WWW-Authenticate": "Bearer" });
}

export class InvalidVisitorJwt extends LecternError {}

/** A site needs the JWT of a visitor. To programs, it is an unknown site. */
export class VisitorTokenRequired extends LecternError {}

/** The link of a preview was deleted, or its change request has ended. To programs, it is an unknown address. */
export class PreviewEnded extends LecternError {
  constructor() {
    super(404, "Preview not found");
  }
}

/** Renderers show this message to the visitor, and its beginning is known to authors of login pages. */
export function invalidVisitorJwt(reason: string): LecternError {
  return new InvalidVisitorJwt(400, `Error while validating the JWT token. Reason: ${reason}`);
}

export function forbidden(reason: string): LecternError {
  return new LecternError(403, reason);
}

/** Also thrown for objects that the caller must not know of. */
export function notFound(name: string): LecternError {
  return new LecternError(404, `${name} not found`);
}

/** The object existed, and was deleted. */
export function gone(reason: string): LecternError {
  return new LecternError(410, reason);
}

/** Returns the object that a query found, or throws `notFound`. */
export function requireFound<T>(object: T | undefined, name: string): T {
  if (object === undefined) throw notFound(name);
  return object;
}

/** An object that the request refers to was deleted while the request ran. */
export function concurrentlyDeleted(): LecternError {
  return new LecternError(404, "An object that this request refers to was deleted at the same time");
}

/** An object that the request refers to was moved, transferred or deleted while the request ran. */
export function concurrentlyChanged(): LecternError {
  return new LecternError(
    409,
    "An object that this request refers to was changed at the same time; read it again and retry",
  );
}

export function databaseBusy(): LecternError {
  return new LecternError(503, "The database is too busy; nothing was changed", { "Retry-After": "5" });
}

/** The cause is only logged. */
export function databaseUnreachable(cause: unknown): LecternError {
  const message = "The database cannot be reached; nothing was changed";
  return new LecternError(503, message, { "Retry-After": "5" }, { cause });
}

export function commitUncertain(cause: unknown): LecternError {
  const message =
    "The connection to the database was lost during the commit: check whether the change was made or not";
  return new LecternError(503, message, { "Retry-After": "5" }, { cause });
}

/** The cause is only logged: messages of the database may contain paths of its files. */
export function databaseNotWritable(reason: string, cause: unknown): LecternError {
  const message = `The database cannot be written: ${reason}`;
  return new LecternError(503, message, { "Retry-After": "5" }, { cause });
}

/** The cause is only logged: it may contain the address of the store. */
export function filesUnavailable(reason: string, cause?: unknown): LecternError {
  const message = `Files can be neither read nor stored now: the object storage ${reason}`;
  return new LecternError(503, message, { "Retry-After": "5" }, { cause });
}

export function tooManyRequests(reason: string, limit: number, seconds: number): LecternError {
  return new LecternError(429, reason, {
    "Retry-After": String(seconds),
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Reset": String(seconds),
  });
}

/** Hashing passwords is expensive, so few logins run at the same time. */
export function signInOverloaded(): LecternError {
  return new LecternError(503, "Too many logins at the moment; try again", { "Retry-After": "5" });
}

/** The `If-Match` header does not match the current revision. */
export function preconditionFailed(reason: string): LecternError {
  return new LecternError(412, reason);
}

/** The input is valid, but not in the current state of the object. */
export function conflict(reason: string): LecternError {
  return new LecternError(409, reason);
}

/** Ends the process. The message is printed without a stack and explains what to do. */
export class FatalError extends Error {}

export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return errorMessage(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
