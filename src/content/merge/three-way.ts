import type { Difference } from "../map/index.ts";

/** A value in the common ancestor and on both sides. */
export interface Sides<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

export const bothSides = ["ours", "theirs"] as const;
export type Side = (typeof bothSides)[number];
export function otherSide(side: Side): Side {
  return side === "ours" ? "theirs" : "ours";
}
export type Version = "base" | Side;

export function mapSides<T, U>({ base, ours, theirs }: Sides<T>, map: (side: T) => U): Sides<U> {
  return { base: map(base), ours: map(ours), theirs: map(theirs) };
}

/** Returns the value of the side that changed it. If both changed it differently, returns ours as a conflict. */
export function mergeValue<T>({ base, ours, theirs }: Sides<T>): { value: T; isConflict: boolean } {
  if (isSame(ours, theirs) || isSame(theirs, base)) return { value: ours, isConflict: false };
  if (isSame(ours, base)) return { value: theirs, isConflict: false };
  return { value: ours, isConflict: true };
}

/** Of two versions with the same meaning, takes the one that a side changed. The choice is symmetric. */
export function chooseSpelling<T>(
  { base, ours, theirs }: { base: T | undefined; ours: T; theirs: T },
  spell: (version: T) => string,
): T {
  const [ourText, theirText] = [spell(ours), spell(theirs)];
  const { value, isConflict } = mergeValue({ base: base && spell(base), ours: ourText, theirs: theirText });
  return (isConflict ? ourText < theirText : value === ourText) ? ours : theirs;
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** A field that both sides changed differently. */
export interface FieldConflict {
  readonly name: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Writes one side of a conflict as `name: value`. */
export function fieldLine(conflict: FieldConflict, side: Side): string {
  const value = conflict[side];
  const text = value === undefined || typeof value === "string" ? (value ?? "") : JSON.stringify(value);
  return `${conflict.name}: ${text}`.trimEnd();
}

export function mergeFields<T extends object>(
  sides: Sides<T | undefined>,
  names: Iterable<string> = fieldNames(sides),
): { readonly value: Partial<T>; readonly conflicts: FieldConflict[] } {
  const value: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const name of names) {
    const field = mapSides(sides, (side) => (side as Record<string, unknown> | undefined)?.[name]);
    const merged = mergeValue(field);
    if (merged.value !== undefined) value[name] = merged.value;
    if (merged.isConflict) conflicts.push({ name, ...field });
  }
  return { value: value as Partial<T>, conflicts };
}

export function fieldNames({ base, ours, theirs }: Sides<object | undefined>): Set<string> {
  return new Set([base, ours, theirs].flatMap((side) => Object.keys(side ?? {})));
}

/** Joins by key the differences of both sides from the base. */
export function pairDifferences<V>(
  ours: readonly Difference<V>[],
  theirs: readonly Difference<V>[],
): Map<string, Sides<V | undefined>> {
  const sidesByKey = new Map<string, Sides<V | undefined>>();
  for (const { key, before, after } of ours)
    sidesByKey.set(key, { base: before, ours: after, theirs: before });
  for (const { key, before, after } of theirs) {
    const sides = sidesByKey.get(key);
    sidesByKey.set(key, { base: before, ours: sides ? sides.ours : before, theirs: after });
  }
  return sidesByKey;
}
