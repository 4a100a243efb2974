import type { Config } from "../../config/index.ts";

type Base = Pick<Config, "baseUrl">;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
  readonly sameSite: "Lax" | "None";
}

/** Whether what is said to a browser stays between it and us. */
export function isSecure({ baseUrl }: Base): boolean {
  return baseUrl.startsWith("https:");
}

/** With this prefix, no other host of the domain can give somebody a cookie of ours. Browsers want https for it. */
function fullName(name: string, base: Base): string {
  return isSecure(base) ? `__Host-${name}` : name;
}

export function writeCookie({ name, value, seconds, sameSite }: Cookie, base: Base): string {
  const secure = isSecure(base) ? "; Secure" : "";
  return `${fullName(name, base)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

export function readCookie(cookies: string | undefined, name: string, base: Base): string | undefined {
  const wanted = fullName(name, base);
  for (const cookie of cookies?.split(";") ?? []) {
    const [key, value] = cookie.trim().split("=", 2);
    if (key === wanted && value) return value;
  }
  return undefined;
}
