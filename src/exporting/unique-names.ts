/** Takes the first of some names that is free: the one without a number, then those with 2, 3 and so on. */
export type TakeName = (nameWith: (number: number | undefined) => string) => string;

/**
 * Gives names of which no two are the same file, also where case makes no difference. A name may stand for several
 * files, all of which must be free.
 */
export function uniqueNames(filesOf: (name: string) => readonly string[] = (name) => [name]): TakeName {
  const taken = new Set<string>();
  /** The number with which to go on, so that a thousand of one name are not tried one by one. */
  const next = new Map<string, number>();
  const keysOf = (name: string) => filesOf(name).map((file) => file.normalize("NFC").toLowerCase());
  return (nameWith) => {
    const first = nameWith(undefined);
    let name = first;
    for (let number = next.get(first) ?? 2; keysOf(name).some((key) => taken.has(key)); number++) {
      name = nameWith(number);
      next.set(first, number + 1);
    }
    for (const key of keysOf(name)) taken.add(key);
    return name;
  };
}
