import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const path = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

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
    ],
  });
}
