import type { Access } from "./operation.ts";

/** Anyone with a valid token. */
export function anyCaller(): Access<object, unknown> {
  return { rule: "Any caller with a valid token", resolve: async () => ({}) };
}
