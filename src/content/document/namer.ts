import { hash } from "node:crypto";

/** Names things by what they are: equal things are counted, so that no name is given twice. */
export class Namer {
  readonly #counts = new Map<string, number>();

  name(identity: string): string {
    const base = hash("sha1", identity, "base64url").slice(0, 12);
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return count === 1 ? base : `${base}.${count}`;
  }
}
