import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The shell without windows takes half the time of the whole browser. */
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
const path = process.env.CHROMIUM_PATH ?? installed ?? "/usr/bin/chromium";

/** The reason for skipping browser tests; false if Chromium is installed. */
export const skip = existsSync(path)
  ? false
  : `no browser at ${path}: install Debian's chromium, or set CHROMIUM_PATH`;

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Hosts of sites: unlike the loopback addresses, browsers do not treat them as secure.
      "--host-resolver-rules=MAP *.test 127.0.0.1",
    ],
  });
}
