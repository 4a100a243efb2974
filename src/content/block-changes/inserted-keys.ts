import type { Block, Fragment, Inline, Node } from "../document/index.ts";

/** Gives a checked block the keys of the JSON that it was read from, so that later changes can refer to it. */
export function withKeys<N extends Node | Fragment>(node: N, source: unknown): N {
  const { key, nodes, fragments } = fieldsOf(source);
  const keyed = typeof key === "string" ? { ...node, key } : node;
  if (keyed.object === "text") return keyed;
  const children = listOf(nodes);
  const withChildren = keyed.nodes && { nodes: keyed.nodes.map((child, i) => withKeys(child, children[i])) };
  if (keyed.object === "fragment") return { ...keyed, ...withChildren };
  const { fragments: bodies } = keyed as Block | Inline;
  const sources = listOf(fragments);
  const withFragments = bodies && {
    fragments: bodies.map((body) =>
      withKeys(
        body,
        sources.find((candidate) => nameOf(candidate) === body.fragment),
      ),
    ),
  };
  return { ...keyed, ...withChildren, ...withFragments };
}

function nameOf(fragment: unknown): unknown {
  const { fragment: name, type } = fieldsOf(fragment);
  return name ?? type;
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
