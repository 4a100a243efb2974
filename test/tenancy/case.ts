import type { Person, Request } from "../support/app.ts";
import type { Caller } from "./callers.ts";
import type { Things } from "./things.ts";
import type { World } from "./world.ts";

/** What is called: the ids in the path, and what is sent along. */
export interface Sending {
  /** Instead of the things that there are anyway. */
  readonly params?: Things;
  readonly query?: Request["query"];
  readonly body?: object;
  readonly headers?: Request["headers"];
  /** Instead of the caller, who would not be the same afterwards. */
  readonly as?: Person;
}

export interface Case {
  /** What everybody sends. It may make something, but only what the caller keeps. */
  send?(world: World, caller: Caller): Sending | Promise<Sending>;
  /** What is added for those who are let in and would use something up. */
  afresh?(world: World, caller: Caller): Sending | Promise<Sending>;
  /** Where it cannot succeed in a test: what those are told who are let in. */
  readonly letIn?: { readonly status: number; readonly message: RegExp };
}

/** The cases by operation; by operation and what it is done to where that makes a difference. */
export type Cases = Readonly<Record<string, Case>>;

/** A case that sends this body, with everything made anew where it says so. */
export function sending(body: object | ((world: World) => object), more: Omit<Case, "send"> = {}): Case {
  return { send: (world) => ({ body: typeof body === "function" ? body(world) : body }), ...more };
}

/** A case that takes something away: from those who may, a thing of its own. */
export function using(make: (world: World, caller: Caller) => Promise<Things>, body?: object): Case {
  return {
    send: () => (body === undefined ? {} : { body }),
    afresh: async (world, caller) => ({ params: await make(world, caller) }),
  };
}
