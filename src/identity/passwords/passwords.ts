import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { badInput, normalize, tooManySignIn } from "../../platform/index.ts";

/** What guessing costs: 32 MB and about a tenth of a second for each try. */
const cost = { logN: 15, r: 8, p: 1 };
const hashLength = 32;
const longest = 256;

/** How many are worked on at a time, since all such work of the process shares a few threads, and how many may wait. */
const atOnce = 2;
const mostWaiting = 100;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** How a password is kept: with its own salt, and the cost that it was made with. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await stretch(password, salt, cost);
  const { logN, r, p } = cost;
  return ["scrypt", logN, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Whether it is the one that was kept so. Where nothing was kept, it takes the same time to say no. */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  if (password.length > longest) return false;
  const [, logN, r, p, salt = "", hash = ""] = kept?.split("$") ?? [];
  const settings = kept === undefined ? cost : { logN: Number(logN), r: Number(r), p: Number(p) };
  const derived = await stretch(password, Buffer.from(salt, "base64url"), settings);
  const expected = Buffer.from(hash, "base64url");
  return kept !== undefined && expected.length === derived.length && timingSafeEqual(expected, derived);
}

async function stretch(password: string, salt: Buffer, { logN, r, p }: typeof cost): Promise<Buffer> {
  const N = 2 ** logN;
  await takePlace();
  try {
    // The same letter can be typed in several ways.
    return await derive(normalize(password, "NFKC"), salt, hashLength, { N, r, p, maxmem: 256 * N * r });
  } finally {
    leavePlace();
  }
}

let running = 0;
const waiting: (() => void)[] = [];

/** To whoever waits longest, if anybody does. */
function leavePlace(): void {
  const next = waiting.shift();
  if (next === undefined) running--;
  else next();
}

/** Refuses what would have to wait too long. */
export function requirePlace(): void {
  if (waiting.length >= mostWaiting) throw tooManySignIn();
}

async function takePlace(): Promise<void> {
  if (running < atOnce) {
    running++;
    return;
  }
  requirePlace();
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Refuses what is too short to be safe, and what only takes time. */
export function requirePassword(password: string, field = "password"): void {
  const { length } = [...password];
  if (length < 8) throw badInput(field, "must be at least 8 characters long");
  if (password.length > longest) throw badInput(field, `must be at most ${longest} characters long`);
}
