import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { Caller } from "./authenticate.ts";
import type { Context } from "./context.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How many bytes a body may have that brings files, texts or scripts along. */
export const largeBodyLimit = 20 * 1024 * 1024;

/** What every operation is given: the caller, what they sent, and the long-lived things. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly context: Context;
  readonly caller: Caller;
  /** The operation's own name: cursors are bound to it. */
  readonly operationId: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The tags of the state that the caller wants to change, and no other. */
  readonly ifMatch: string | undefined;
  /** Calls back when the caller hangs up before the answer, for what takes so long that it should end then. */
  onDisconnect(callBack: () => void): void;
}

/** Loads what the path names and decides whether the caller may go on. What it loads is handed to the operation. */
export interface Access<Subject extends object, Params> {
  /** Who may call, in a few words for the API reference. */
  readonly rule: string;
  /** Whether it knows what a visitor of a site may see; all else is closed to them. */
  readonly allowsVisitors?: boolean;
  resolve(call: Call<Params>): Promise<Subject>;
}

/** The names after the colons of a path, each a string. After a star, the last one takes all that is left. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<`/${Rest}`>
  : Path extends `${string}${":" | "*"}${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown;

/** What a handler gives back where there was nothing to do. */
export const nothingToDo = Symbol("nothing to do");

/** An answer that is written out already. */
export class SerializedJson {
  readonly text: Buffer;
  constructor(text: Buffer) {
    this.text = text;
  }
}

/** The status of success and the schema of its body; null where there is none, whatever the handler returns. */
type Reply = { readonly [status: number]: TSchema | null };
type ReplyBody<R extends Reply> = R[keyof R] extends infer S
  ? S extends TSchema
    ? Static<S>
    : unknown
  : never;

export interface Declaration<
  Path extends string,
  Subject extends object,
  Query extends TObject,
  Body extends TSchema,
  R extends Reply,
> {
  /** The name of the operation in the API's clients. */
  readonly id: string;
  readonly method: Method;
  /** Below /v1. */
  readonly path: Path;
  readonly summary: string;
  readonly access: Access<Subject, PathParams<Path>>;
  readonly query?: Query;
  readonly body?: Body;
  /** True where everything in the body is optional, and so is the body. */
  readonly bodyOptional?: boolean;
  /** How many bytes the body may have, where that is more than usual. */
  readonly bodyLimit?: number;
  readonly reply: R;
  /** The status, without a body, when the handler gives back `nothingToDo`. */
  readonly noopStatus?: number;
  /**
   * For what is often read and seldom changes: a text that is another whenever the answer is. It becomes the ETag, and
   * a caller who has that answer already is told so without making it again. Undefined where nothing can be promised.
   */
  version?(call: Call<PathParams<Path>, Static<Query>> & Subject): string | undefined;
  /** Where a created thing is found, for those that carry no `urls.location`. */
  location?(created: ReplyBody<R>, call: Call<PathParams<Path>>): string;
  handle(
    call: Call<PathParams<Path>, Static<Query>, Static<Body>> & Subject,
  ): ReplyBody<R> | Promise<ReplyBody<R> | SerializedJson>;
}

/** An operation whose types have been checked where it was declared. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access<object, unknown>;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  readonly bodyLimit?: number;
  readonly reply: Reply;
  readonly noopStatus?: number;
  version?(call: Call): string | undefined;
  location?(created: unknown, call: Call): string;
  handle(call: Call): unknown;
}

/** Declares one operation of the API. */
export function operation<
  const Path extends string,
  Subject extends object,
  Query extends TObject,
  Body extends TSchema,
  const R extends Reply,
>(declaration: Declaration<Path, Subject, Query, Body, R>): Operation {
  return declaration as unknown as Operation;
}

/** The operations of one chapter of the specification. */
export interface Chapter {
  readonly title: string;
  readonly operations: readonly Operation[];
}
