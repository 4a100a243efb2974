import { hash, randomBytes } from "node:crypto";

/** A new API token: shown once, then only its hash is kept. */
export function newToken(): string {
  return `lct_${randomBytes(32).toString("base64url")}`;
}

export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}
