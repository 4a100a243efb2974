// Content-addressed nodes: reading, caching, and staging new ones until they are saved.
export {
  createNodeCache,
  hashLength,
  hashOf,
  inMemoryNodes,
  MissingNodeError,
  type NodeCache,
  Nodes,
} from "./nodes.ts";
