import type { Difference } from "../map/index.ts";

/** One thing as it was, and as it is on each side; undefined where it is not. */
export interface Sides<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/** The two that a base has become. */
export const bothSides = ["ours", "theirs"] as const;
export type Side = (typeof bothSides)[number];
export const allSides = ["base", ...bothSides] as const;

export type Merged<T> = { readonly value: T; readonly isConflict: boolean };

/** What only one side changed is taken. Where both did, differently, that is a conflict, and ours stands. */
export function mergeValue<T>({ base, ours, theirs }: Sides<T>): Merged<T> {
  if (isSame(ours, theirs) || isSame(theirs, base)) return { value: ours, isConflict: false };
  if (isSame(ours, base)) return { value: theirs, isConflict: false };
  return { value: ours, isConflict: true };
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** A field that both sides gave another value. */
export interface FieldConflict {
  readonly name: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** As a line of text: its name and the value. */
export function spellField({ name, ...sides }: FieldConflict, side: Side): string {
  const value = sides[side];
  const shown = typeof value === "string" || value === undefined ? (value ?? "") : JSON.stringify(value);
  return `${name}: ${shown}`.trimEnd();
}

type Fields = Readonly<Record<string, unknown>>;

/** Merges objects field by field; those that are left out stand as they are on our side. */
export function mergeFields<T extends object>(
  sides: Sides<T | undefined>,
  names: Iterable<string>,
): { readonly value: Partial<T>; readonly conflicts: FieldConflict[] } {
  const base = (sides.base ?? {}) as Fields;
  const ours = (sides.ours ?? {}) as Fields;
  const theirs = (sides.theirs ?? {}) as Fields;
  const value: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const name of names) {
    const merged = mergeValue({ base: base[name], ours: ours[name], theirs: theirs[name] });
    if (merged.value !== undefined) value[name] = merged.value;
    if (merged.isConflict) conflicts.push({ name, ours: ours[name], theirs: theirs[name] });
  }
  return { value: value as Partial<T>, conflicts };
}

/** The names of all fields that any side has. */
export function namesOf({ base, ours, theirs }: Sides<object | undefined>): Set<string> {
  return new Set([base, ours, theirs].flatMap((side) => Object.keys(side ?? {})));
}

/** Lays the changes of both sides beside each other, by key. */
export function pairDifferences<V>(
  ours: readonly Difference<V>[],
  theirs: readonly Difference<V>[],
): Map<string, Sides<V | undefined>> {
  const pairs = new Map<string, Sides<V | undefined>>();
  for (const { key, before, after } of ours) pairs.set(key, { base: before, ours: after, theirs: before });
  for (const { key, before, after } of theirs) {
    const own = pairs.get(key);
    pairs.set(key, { base: before, ours: own ? own.ours : before, theirs: after });
  }
  return pairs;
}
