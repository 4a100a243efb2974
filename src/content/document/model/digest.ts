/** Makes names unique: a repeated name gets a number. */
export class UniqueNames {
  readonly #counts = new Map<string, number>();

  makeUnique(base: string): string {
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return count === 1 ? base : `${base}.${count}`;
  }

  /** Takes back the last use of a name. */
  release(base: string): void {
    this.#counts.set(base, (this.#counts.get(base) ?? 1) - 1);
  }
}

/**
 * A short, non-cryptographic hash that is fast for the thousands of short texts in a document. After a collision, names
 * differ only by their number.
 */
export function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return base36(a >>> 0) + base36(b >>> 0);
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
/** All pairs of digits. */
const pairs = Array.from({ length: 36 * 36 }, (_, i) => digits.charAt(i / 36) + digits.charAt(i % 36));

/** A number of 32 bits with seven digits. `toString` takes five times as long. */
function base36(number: number): string {
  const [low, middle, high] = [number % 1296, (number / 1296) >>> 0, (number / 1_679_616) >>> 0];
  return `${digits.charAt(high / 1296)}${pairs[high % 1296]}${pairs[middle % 1296]}${pairs[low]}`;
}
