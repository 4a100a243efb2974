import { hash, randomFillSync } from "node:crypto";

/** Base 62 in ASCII order: encoded numbers sort like the numbers. */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const letters = alphabet.slice(10);

let lastTime = 0;
let sequence = 0;

/**
 * 22 URL-safe characters: 8 for the time, 3 for a counter within the millisecond, 11 random. Ids of one process sort by
 * creation. The last character is a letter, so an id never looks like a number.
 */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  sequence = now === lastTime ? sequence + 1 : 0;
  lastTime = now;
  return encode(now, 8) + encode(sequence, 3) + randomText(11);
}

/** When an id was created. Not for secret ids. */
export function creationTimeOf(id: string): Date {
  let time = 0;
  for (const letter of id.slice(0, 8)) time = time * alphabet.length + alphabet.indexOf(letter);
  return new Date(time);
}

/** An unguessable id, for resources whose id grants access. */
export function newSecretId(): string {
  return randomText(22);
}

/** An id that depends only on these names. It is not unguessable. */
export function derivedId(...names: readonly string[]): string {
  const digest = hash("sha256", JSON.stringify(names), "buffer");
  const text = Array.from(digest.subarray(0, 22), (byte) => alphabet[byte % alphabet.length]).join("");
  return text.slice(0, 21) + letters[(digest[21] ?? 0) % letters.length];
}

function randomText(length: number): string {
  let text = "";
  for (let i = 0; i < length - 1; i++) text += alphabet[randomBelow(alphabet.length)];
  return text + letters[randomBelow(letters.length)];
}

/** Random bytes are generated in bulk: single calls would dominate the cost of an id. */
const pool = new Uint8Array(4096);
let poolOffset = pool.length;

/** Uniformly distributed: bytes that would bias the modulo are rejected. */
function randomBelow(limit: number): number {
  for (;;) {
    if (poolOffset === pool.length) {
      randomFillSync(pool);
      poolOffset = 0;
    }
    const byte = pool[poolOffset++] ?? 0;
    if (byte < 256 - (256 % limit)) return byte % limit;
  }
}

function encode(value: number, length: number): string {
  let text = "";
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / alphabet.length)) {
    text = alphabet[rest % alphabet.length] + text;
  }
  return text;
}
