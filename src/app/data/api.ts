import { signal } from "@preact/signals";
import { base } from "../navigation/base.ts";
import { words } from "../words/index.ts";
import type { ApiRoutes } from "./api-types.ts";
import { reportFailure, reportSuccess } from "./connection.ts";

export type Route = keyof ApiRoutes;
export type GetRoute = Extract<Route, `GET ${string}`>;
export type Reply<R extends Route> = ApiRoutes[R]["reply"];
export type Query<R extends Route> = ApiRoutes[R] extends { query?: infer Q } ? NonNullable<Q> : undefined;
export type Body<R extends Route> = ApiRoutes[R] extends { body?: infer B } ? NonNullable<B> : undefined;

/** The parameters in the path of a route: `:name` is one segment. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
export type Params<R extends Route> = { readonly [Name in ParamNames<R>]: string };

export interface CallInput<R extends Route> {
  readonly query?: Query<R>;
  readonly body?: Body<R>;
  /** The version that the change is based on. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
  /** Whether the operation changes nothing, though it is not a GET. */
  readonly isRead?: boolean;
  /** Whether the request goes on after the page is closed. */
  readonly keepalive?: boolean;
}

/** An error that the server replied, or status 0 if it did not reply. */
export class ApiError extends Error {
  readonly status: number;
  /** The field of the input that is wrong, if the server names one. */
  readonly field: string | undefined;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
    this.field = /^([A-Za-z][\w.[\]-]*): /.exec(message)?.[1];
  }

  /** The message without the name of the field. */
  get text(): string {
    return this.field === undefined ? this.message : this.message.slice(this.field.length + 2);
  }
}

/** Whether the session has ended while the workspace was open. The sign-in dialog is shown until it has a new one. */
export const needsSignIn = signal(false);
let waitingForSignIn: (() => void)[] = [];

/** Continues the calls that wait for a session. */
export function signedInAgain(): void {
  needsSignIn.value = false;
  for (const resume of waitingForSignIn.splice(0)) resume();
}

/** Calls an operation of the API as the user of the session: `call("GET /orgs/:organizationId", { organizationId })`. */
export async function call<R extends Route>(
  route: R,
  params: Params<R>,
  input: CallInput<R> = {},
): Promise<Reply<R>> {
  const [method = "", path = ""] = route.split(" ");
  return request(method, pathFor(path, params, input.query), input) as Promise<Reply<R>>;
}

/** The path of a route with its parameters and its query. */
export function pathFor(path: string, params: Readonly<Record<string, string>>, query?: object): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== "") search.append(name, String(item));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** How often a request without effects is repeated if the server is busy. */
const maxRetries = 3;

async function request(method: string, path: string, input: CallInput<Route>, attempt = 0): Promise<unknown> {
  const { body, ifMatch, signal: abort, keepalive = false, isRead = method === "GET" } = input;
  let response: Response;
  try {
    response = await fetch(`${base}/v1${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(ifMatch !== undefined && { "if-match": ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(abort && { signal: abort }),
      keepalive,
    });
  } catch (error) {
    if (abort?.aborted) throw error;
    reportFailure();
    throw new ApiError(0, isRead ? words.errors.unreachable : words.errors.unconfirmed);
  }
  const retry = () =>
    request(method, path, { body, ifMatch, signal: abort, isRead } as CallInput<Route>, attempt + 1);
  if (response.status === 401) {
    await waitForSignIn();
    return retry();
  }
  const isBusy = response.status === 429 || (response.status === 503 && isRead);
  if (isBusy && attempt < maxRetries) {
    const seconds = Number(response.headers.get("retry-after")) || 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 30) * 1000));
    return retry();
  }
  reportSuccess();
  if (!response.ok) throw await errorOf(response);
  return response.status === 204 ? undefined : parseReply(response);
}

/** A proxy in between may reply with a page. */
async function parseReply(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(response.status, words.errors.unexpected);
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error: { message: string } };
    return new ApiError(response.status, error.message);
  } catch {
    return new ApiError(response.status, words.errors.unexpected);
  }
}

function waitForSignIn(): Promise<void> {
  needsSignIn.value = true;
  return new Promise((resolve) => {
    waitingForSignIn = [...waitingForSignIn, resolve];
  });
}

/** The message of any error, for people. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return words.errors.unexpected;
  if (error.status === 403) return `${words.errors.forbidden} ${error.message}`;
  return error.message;
}
