import type { Config } from "../../config/index.ts";
import { signInLimits } from "../../identity/passwords/index.ts";
import type { ServerProcessTable } from "../../storage/database/index.ts";
import { visitorFactor } from "../http/index.ts";

/** What a limit counts requests by. */
export const rateLimitNames = [
  "token",
  "visitor-token",
  "address-pages",
  "address-events",
  "sign-in-account-network",
  "sign-in-account",
  "sign-in-network",
] as const;

/** The limits in force, and how many requests all processes have refused in the last hour. */
export function readRateLimits(config: Config, processes: readonly ServerProcessTable[]) {
  const setting = "LECTERN_RATE_LIMIT";
  const perMinute = (name: (typeof rateLimitNames)[number], max: number) => ({
    ...{ name, seconds: 60, setting },
    max: max === 0 ? undefined : max,
  });
  const ofSignIn = (name: (typeof rateLimitNames)[number], max: number) => ({
    ...{ name, max, seconds: signInLimits.milliseconds / 1000, setting: undefined },
  });
  return {
    refused: processes.reduce((sum, { refused }) => sum + refused, 0),
    items: [
      perMinute("token", config.rateLimit),
      perMinute("visitor-token", config.rateLimit * visitorFactor),
      perMinute("address-pages", config.rateLimit * visitorFactor),
      perMinute("address-events", config.rateLimit * visitorFactor),
      ofSignIn("sign-in-account-network", signInLimits.accountFromNetwork),
      ofSignIn("sign-in-account", signInLimits.account),
      ofSignIn("sign-in-network", signInLimits.network),
    ],
  };
}
