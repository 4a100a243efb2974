import type { Person, Request } from "../support/app.ts";
import type { Caller } from "./callers.ts";
import type { ResourceIds } from "./resources.ts";
import type { World } from "./world.ts";

/** The parts of a request that differ from the default. */
export interface RequestParts {
  /** Ids that replace those of the world. */
  readonly params?: ResourceIds;
  readonly query?: Request["query"];
  readonly body?: object;
  readonly headers?: Request["headers"];
  /** Makes the call instead of the caller, if the call would change the caller's role. */
  readonly as?: Person;
}

export interface Case {
  /** The request of every caller. It may create resources, but only once per caller. */
  send?(world: World, caller: Caller): RequestParts | Promise<RequestParts>;
  /** Overrides for allowed callers, if the call consumes a resource. */
  whenAllowed?(world: World, caller: Caller): RequestParts | Promise<RequestParts>;
  /** The response to allowed callers, if the operation cannot succeed in a test. */
  readonly expectedError?: { readonly status: number; readonly message: RegExp };
}

/** The cases by operation, or by operation and target. */
export type Cases = Readonly<Record<string, Case>>;

export function withBody(body: object | ((world: World) => object), options: Omit<Case, "send"> = {}): Case {
  return { send: (world) => ({ body: typeof body === "function" ? body(world) : body }), ...options };
}

/** A case that consumes a resource: every allowed caller gets a new one. */
export function withNew(make: (world: World, caller: Caller) => Promise<ResourceIds>, body?: object): Case {
  return {
    send: () => (body === undefined ? {} : { body }),
    whenAllowed: async (world, caller) => ({ params: await make(world, caller) }),
  };
}
