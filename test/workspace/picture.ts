// Makes the picture of the workspace at the beginning of the README: `npm run docs:picture`.
import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { launchChromium } from "../support/chromium.ts";
import { createTestDatabase } from "../support/databases.ts";
import { startServer } from "../support/server.ts";

export const pictureFile = new URL("../../docs/workspace.png", import.meta.url);

/** A page of the sample in the workspace, as a PNG. */
export async function takePicture(): Promise<Buffer> {
  const database = await createTestDatabase("sqlite");
  const server = await startServer({ ...database.environment, LECTERN_SAMPLE_SITE: "true" });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 800 }, colorScheme: "light" });
    await page.goto(/Sign in +(\S+)/.exec(server.output())?.[1] ?? "");
    await page.getByRole("button", { name: /Sign in as/ }).click();
    await page.getByLabel("Your name").fill("Ada Lovelace");
    await page.getByLabel("Password").fill("correct horse");
    await page.getByLabel("Name of your organization").fill("Fernwell");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Open the sample" }).click();
    await page.getByRole("tree", { name: "Library" }).press("ArrowRight");
    await page.getByRole("link", { name: "English" }).first().click();
    await page.getByRole("heading", { name: "Welcome to Fernwell" }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.getByRole("heading", { name: "Welcome to Fernwell" }).hover();
    return await page.screenshot();
  } finally {
    await browser.close();
    await server.stop();
    await database.remove();
  }
}

/** The difference between two pictures: 0 if they are the same, 255 if one is black and the other white. */
export async function differenceOf(first: Buffer, second: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [first, second].map((image) =>
      sharp(image).resize(144, 80, { fit: "fill" }).grayscale().raw().toBuffer(),
    ),
  );
  if (a === undefined || b === undefined) return 255;
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

if (import.meta.main) {
  const picture = await sharp(await takePicture())
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  writeFileSync(pictureFile, picture);
}
