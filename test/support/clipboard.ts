import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../clipboard/", import.meta.url));

/** Text as a program puts it on the clipboard, as HTML or else as plain text, and the Markdown that is expected of it. */
export interface ClipboardSample {
  readonly name: string;
  readonly html?: string;
  readonly text?: string;
  readonly markdown: string;
}

/** The samples in `test/clipboard`, by name. */
export function readClipboardSamples(): ClipboardSample[] {
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return readdirSync(folder)
    .filter((file) => !file.endsWith(".md"))
    .sort()
    .map((file) => {
      const name = file.replace(/\.\w+$/, "");
      const content = file.endsWith(".html") ? { html: read(file) } : { text: read(file) };
      return { name, ...content, markdown: read(`${name}.md`) };
    });
}
