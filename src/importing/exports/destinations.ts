import { findDestinations } from "../../content/markdown/destinations.ts";

/** The Markdown with its links led elsewhere; undefined leaves one as it is. */
export function leadDestinations(markdown: string, lead: (href: string) => string | undefined): string {
  const parts: string[] = [];
  let done = 0;
  for (const { at, text } of findDestinations(markdown)) {
    const led = lead(text);
    if (led === undefined || at < done) continue;
    parts.push(markdown.slice(done, at), led);
    done = at + text.length;
  }
  return parts.join("") + markdown.slice(done);
}
