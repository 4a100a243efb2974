import type { Call, Operation } from "../../src/api/http/operation.ts";

/** Records which query parameters the access checks and handlers of operations read. To be called before they are registered. */
export class QueryReads {
  readonly #names = new Map<string, Set<string>>();

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) {
      const names = new Set<string>();
      this.#names.set(operation.id, names);
      const { access } = operation;
      const resolve = async (call: Call) => {
        const query = observe(call.query ?? {}, names, operation);
        // The handler receives the properties of the result.
        return { ...(await access.resolve({ ...call, query })), query };
      };
      Object.assign(operation, { access: { ...access, resolve } });
    }
  }

  /** The documented parameters that were never read. */
  unread(operation: Operation): string[] {
    return parametersOf(operation).filter((name) => !this.#names.get(operation.id)?.has(name));
  }
}

function parametersOf({ query }: Operation): string[] {
  return Object.keys(query?.properties ?? {});
}

/** Listing the parameters, as copying the query does, reads all of them. */
function observe(query: object, names: Set<string>, operation: Operation): object {
  return new Proxy(query, {
    get: (target, name, receiver) => {
      names.add(String(name));
      return Reflect.get(target, name, receiver);
    },
    ownKeys: (target) => {
      for (const name of parametersOf(operation)) names.add(name);
      return Reflect.ownKeys(target);
    },
  });
}
