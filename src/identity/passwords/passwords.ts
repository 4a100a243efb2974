import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { badInput, normalizeText, signInOverloaded } from "../../platform/index.ts";

/** scrypt parameters: 32 MB and about a tenth of a second for each guess. */
const cost = { logN: 15, r: 8, p: 1 };
const hashLength = 32;
const maxLength = 256;

/** scrypt runs in libuv's thread pool, which the whole process shares. */
const maxConcurrent = 2;
const maxWaiting = 100;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes a password with a new salt. The result includes the salt and the parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await deriveKey(password, salt, cost);
  const { logN, r, p } = cost;
  return ["scrypt", logN, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Whether a password matches a stored hash. Without a hash it takes the same time to return false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > maxLength) return false;
  const [, logN, r, p, salt = "", hash = ""] = stored?.split("$") ?? [];
  const parameters = stored === undefined ? cost : { logN: Number(logN), r: Number(r), p: Number(p) };
  const actual = await deriveKey(password, Buffer.from(salt, "base64url"), parameters);
  const expected = Buffer.from(hash, "base64url");
  return stored !== undefined && expected.length === actual.length && timingSafeEqual(expected, actual);
}

let running = 0;
const waiting: (() => void)[] = [];

async function deriveKey(password: string, salt: Buffer, { logN, r, p }: typeof cost): Promise<Buffer> {
  if (running < maxConcurrent) running++;
  else {
    requireHashingCapacity();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    const N = 2 ** logN;
    const options = { N, r, p, maxmem: 256 * N * r };
    // Keyboards produce different code points for the same character.
    return await scryptAsync(normalizeText(password, "NFKC"), salt, hashLength, options);
  } finally {
    // The slot passes to the next in the queue, so `running` stays the same.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** Throws if the queue of passwords to hash is full. */
export function requireHashingCapacity(): void {
  if (waiting.length >= maxWaiting) throw signInOverloaded();
}

export function requireValidPassword(password: string, field = "password"): void {
  const { length } = [...password];
  if (length < 8) throw badInput(field, "must be at least 8 characters long");
  if (password.length > maxLength) throw badInput(field, `must be at most ${maxLength} characters long`);
}
