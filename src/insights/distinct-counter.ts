/** Up to this number, the count is exact. */
const maxExact = 2_048;
/** 2^12 registers have a standard error of 1.6%. */
const registerCount = 2 ** 12;
const bias = 0.7213 / (1 + 1.079 / registerCount);

/** Counts distinct hashes of 48 bits in limited memory: exactly while there are few, then by HyperLogLog. */
export class DistinctCounter {
  readonly #seen = new Set<number>();
  #registers: Uint8Array | undefined;

  add(hash: number): void {
    if (this.#registers === undefined) this.#seen.add(hash);
    else addTo(this.#registers, hash);
    if (this.#seen.size <= maxExact) return;
    this.#registers = new Uint8Array(registerCount);
    for (const seen of this.#seen) addTo(this.#registers, seen);
    this.#seen.clear();
  }

  get count(): number {
    return this.#registers === undefined ? this.#seen.size : estimate(this.#registers);
  }
}

/** The low bits of a hash select a register, which keeps the longest run of zeros in the high ones. */
function addTo(registers: Uint8Array, hash: number): void {
  const index = hash % registerCount;
  const rank = Math.clz32(Math.floor(hash / 2 ** 16)) + 1;
  if ((registers[index] ?? 0) < rank) registers[index] = rank;
}

function estimate(registers: Uint8Array): number {
  let sum = 0;
  let empty = 0;
  for (const rank of registers) {
    sum += 2 ** -rank;
    if (rank === 0) empty += 1;
  }
  const raw = (bias * registerCount ** 2) / sum;
  // Linear counting is more accurate while many registers are empty.
  const isSparse = raw <= 2.5 * registerCount && empty > 0;
  return Math.round(isSparse ? registerCount * Math.log(registerCount / empty) : raw);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** The value of each character, by its code. */
const digits = new Uint8Array(128);
for (const [i, letter] of [...alphabet].entries()) digits[letter.charCodeAt(0)] = i;

/** The number that a hash of 48 bits in base64url encodes. */
export function hashNumber(text: string): number {
  let number = 0;
  for (let i = 0; i < text.length; i++) number = number * 64 + (digits[text.charCodeAt(i)] ?? 0);
  return number;
}
