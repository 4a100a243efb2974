/** An answer other than success that the caller can act on. Everything else that is thrown becomes a bare 500. */
export class LecternError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The input breaks a rule; the message begins with the field's name. */
export function badInput(field: string, rule: string): LecternError {
  return new LecternError(400, `${field}: ${rule}`);
}

export function unauthenticated(reason: string): LecternError {
  return new LecternError(401, reason, { "WWW-Authenticate": "Bearer" });
}

export function forbidden(reason: string): LecternError {
  return new LecternError(403, reason);
}

/** Also for what exists but must not be known to the caller. */
export function notFound(thing: string): LecternError {
  return new LecternError(404, `${thing} not found`);
}

/** What was there when the request came was deleted before it could act. */
export function concurrentlyDeleted(): LecternError {
  return new LecternError(404, "Something that this request names was deleted at the same moment");
}

/** What the request names was there when it came, but moved, was transferred or deleted before it could act. */
export function concurrentlyChanged(): LecternError {
  return new LecternError(
    409,
    "What this request names was changed at the same moment; look at it and try again",
  );
}

/** The database could not take the change in time; nothing was changed. */
export function databaseBusy(): LecternError {
  return new LecternError(503, "The database is too busy; nothing was changed", { "Retry-After": "5" });
}

/** More often than so many times, for now. */
export function tooManyRequests(reason: string, most: number, seconds: number): LecternError {
  return new LecternError(429, reason, {
    "Retry-After": String(seconds),
    "X-RateLimit-Limit": String(most),
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Reset": String(seconds),
  });
}

/** Signing in takes long, and others were first. */
export function signInOverloaded(): LecternError {
  return new LecternError(503, "Too many sign in at this moment; try again", { "Retry-After": "5" });
}

/** The caller wanted to change another state than the present one. */
export function preconditionFailed(reason: string): LecternError {
  return new LecternError(412, reason);
}

/** The input is right, but not in the present state of things. */
export function conflict(reason: string): LecternError {
  return new LecternError(409, reason);
}

/** A start that cannot go on, in one line that says what to do about it. */
export class FatalError extends Error {}

export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return errorMessage(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
