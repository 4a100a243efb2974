import { createNodeCache, type NodeSource, Nodes } from "../../src/content/nodes.ts";

/** Nodes without a database: everything stays staged. */
export function memoryNodes(): Nodes {
  const nothing: NodeSource = { load: async () => new Map() };
  return new Nodes(nothing, createNodeCache(1));
}
