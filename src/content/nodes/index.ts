// Content-addressed nodes: reading, caching, and staging new ones until they are saved.
export { createNodeCache, hashLength, hashOf, type NodeCache, Nodes, unsavedNodes } from "./nodes.ts";
