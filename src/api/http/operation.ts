import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { Caller } from "./authenticate.ts";
import type { Context } from "./context.ts";
import type { StreamedJson } from "./streamed-json.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Route = `${Method} ${string}`;

/** The maximum size of most bodies, in bytes. */
export const defaultBodyLimit = 1024 * 1024;
/** The maximum size of bodies with files, documents or scripts, in bytes. */
export const largeBodyLimit = 20 * 1024 * 1024;

/** A call of an operation: its caller, its input and the context. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly context: Context;
  readonly caller: Caller;
  readonly operationId: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly ifMatch: string | undefined;
  /** The listener is called if the client disconnects before the reply. */
  onDisconnect(listener: () => void): void;
}

/** Loads the objects in the path and authorizes the caller. The operation receives these objects. */
export interface Access<Subject extends object, Params> {
  /** The description of who may call, for the API reference. */
  readonly rule: string;
  /** Whether visitors of a site may call. `resolve` then checks what they may see. */
  readonly allowsVisitors?: boolean;
  resolve(call: Call<Params>): Promise<Subject>;
}

/** Extends an access with further checks or objects. */
export function refineAccess<Found extends object, Params, Subject extends object, More extends Params>(
  access: Access<Found, Params>,
  resolve: (found: Found, call: Call<More>) => Subject | Promise<Subject>,
): Access<Subject, More> {
  return { ...access, resolve: async (call) => resolve(await access.resolve(call), call) };
}

/** Grants access to any caller with a valid token. */
export function anyCaller(): Access<object, unknown> {
  return { rule: "Any caller with a valid token", resolve: async () => ({}) };
}

/** The parameters of a path: `:name` is one segment, `*name` the rest of the path. */
type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<`/${Rest}`>
  : Path extends `${string}${":" | "*"}${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown;

/** Returned by a handler that changed nothing. */
export const nothingToDo = Symbol("nothing to do");

/** A reply body that is already serialized, in pieces. */
export class SerializedJson {
  readonly pieces: readonly Buffer[];
  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces;
  }
}

/** The status of a successful reply, with the schema of its body, or null for no body. */
type Reply = { readonly [status: number]: TSchema | null };
type ReplyBody<R extends Reply> = R[keyof R] extends infer S
  ? S extends TSchema
    ? Static<S>
    : unknown
  : never;

/** The version of a reply. `details` is the version of data in it that may change without changing the content. */
export type ReplyVersion = string | { readonly content: string; readonly details: string };
type MaybeVersion = ReplyVersion | undefined;
type MaybeText = string | undefined;

interface Declaration<
  R extends Route,
  Subject extends object,
  Query extends TObject,
  Body extends TSchema,
  Answer extends Reply,
> {
  readonly summary: string;
  readonly access: Access<Subject, PathParams<R>>;
  readonly query?: Query;
  readonly body?: Body;
  readonly bodyOptional?: boolean;
  /** The maximum size of the body in bytes, if larger than the default. */
  readonly bodyLimit?: number;
  readonly reply: Answer;
  /**
   * Whether equal requests get the same reply while the database does not change: it depends on nothing else, such as the time or
   * the memory of a process.
   */
  readonly isRepeatable?: boolean;
  /**
   * All of the caller that a repeatable reply depends on, as a text: callers with the same text share a reply if they request the same
   * URL and have access to it. Undefined if only this caller may get it.
   */
  sharedBy?(call: Call<PathParams<R>, Static<Query>> & Subject): MaybeText | Promise<MaybeText>;
  /** The status of the empty reply when the handler returns `nothingToDo`. */
  readonly noopStatus?: number;
  /** The version of the reply, for its ETag. The handler does not run if the client has this version. */
  version?(call: Call<PathParams<R>, Static<Query>> & Subject): MaybeVersion | Promise<MaybeVersion>;
  /** The Location header of a created object that has no `urls.location`. */
  location?(created: ReplyBody<Answer>, call: Call<PathParams<R>>): string;
  handle(
    call: Call<PathParams<R>, Static<Query>, Static<Body>> & Subject,
  ): ReplyBody<Answer> | Promise<ReplyBody<Answer> | SerializedJson | StreamedJson>;
}

/** An operation whose types were checked where it was declared. */
export interface Operation
  extends Omit<
    Declaration<Route, object, TObject, TSchema, Reply>,
    "sharedBy" | "version" | "location" | "handle"
  > {
  readonly id: string;
  readonly method: Method;
  /** The path below /v1. */
  readonly path: string;
  sharedBy?(call: Call): MaybeText | Promise<MaybeText>;
  version?(call: Call): MaybeVersion | Promise<MaybeVersion>;
  location?(created: unknown, call: Call): string;
  handle(call: Call): unknown;
}

/** Declares an operation of the API. `id` is its name in clients; `route` is its method and its path below /v1. */
export function operation<
  const R extends Route,
  Subject extends object,
  Query extends TObject,
  Body extends TSchema,
  const Answer extends Reply,
>(id: string, route: R, declaration: Declaration<R, Subject, Query, Body, Answer>): Operation {
  const [method, path = ""] = route.split(" ");
  return { ...(declaration as unknown as Operation), id, method: method as Method, path };
}

export interface OperationGroup {
  readonly title: string;
  readonly operations: readonly Operation[];
}
