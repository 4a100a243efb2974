import { randomFillSync } from "node:crypto";

/** In ASCII order, so that ids sort as the numbers they spell. */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const letters = alphabet.slice(10);

let lastTime = 0;
let sequence = 0;

/**
 * 22 URL-safe characters: 8 of time, 3 that count within a millisecond, 11 at random. Later ids sort after
 * earlier ones of the same process. The last character is a letter, so that no id can be taken for a number.
 */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  sequence = now === lastTime ? sequence + 1 : 0;
  lastTime = now;
  return encode(now, 8) + encode(sequence, 3) + randomText(11);
}

/** An id that cannot be guessed: for what is opened by knowing it. */
export function newSecretId(): string {
  return randomText(22);
}

function randomText(length: number): string {
  let text = "";
  for (let i = 0; i < length - 1; i++) text += alphabet[randomBelow(alphabet.length)];
  return text + letters[randomBelow(letters.length)];
}

/** Random bytes are fetched many at a time: one by one they cost more than all the rest of an id. */
const pool = new Uint8Array(4096);
let used = pool.length;

/** Every number below the limit is as likely as any other: bytes that would favour some are thrown away. */
function randomBelow(limit: number): number {
  for (;;) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used++] ?? 0;
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
