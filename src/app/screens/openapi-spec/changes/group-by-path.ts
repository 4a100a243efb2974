/** A path with the operations that changed in it. */
interface PathGroup<Operation> {
  readonly path: string;
  readonly operations: readonly Operation[];
}

/** Groups operations by their paths. A path with a breaking change comes first, in the order of the operations. */
export function groupByPath<Operation extends { readonly path: string }>(
  operations: readonly Operation[],
): PathGroup<Operation>[] {
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, grouped]) => ({
    path,
    operations: grouped,
  }));
}
