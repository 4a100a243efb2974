// A sorted map stored as a tree of nodes (a prolly tree): equal maps have equal roots.
export { type Difference, diffMaps } from "./diff-map.ts";
export { editMap } from "./edit-map.ts";
export { emptyMap, isLeaf, type MapNode, type MapRoot } from "./map-node.ts";
export * from "./read-map.ts";
