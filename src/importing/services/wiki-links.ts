import { rewriteDestinations, scanLines } from "../../content/markdown/index.ts";
import { extensionOf } from "../source/index.ts";
import { relativeUrl } from "./paths.ts";
import type { WikiNames } from "./wiki-names.ts";

const images = new Set(["png", "jpg", "jpeg", "gif", "svg", "webp", "bmp"]);

/** Converts the links of a wiki page to relative links of Markdown. */
export function normalizeWikiLinks(markdown: string, from: string, names: WikiNames): string {
  const plain = markdown.includes("[[") ? writeBrackets(markdown, from, names) : markdown;
  return rewriteDestinations(plain, (href) => {
    const target = names.find(href);
    return target === undefined ? undefined : relativeUrl(from, target.path) + target.fragment;
  });
}

function writeBrackets(markdown: string, from: string, names: WikiNames): string {
  const parts: string[] = [];
  let done = 0;
  for (const { at, text: line, isCode } of scanLines(markdown)) {
    if (isCode || !line.includes("[[")) continue;
    parts.push(markdown.slice(done, at), writeLine(line, from, names));
    done = at + line.length;
  }
  return parts.join("") + markdown.slice(done);
}

/** Converts links in double brackets outside of code. */
function writeLine(line: string, from: string, names: WikiNames): string {
  const runs = new Map<number, number>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) runs.set(run.length, index);
  let codeLength: number | undefined;
  return line.replace(
    /(`+)|\[\[([^[\]]{1,1000})\]\]/g,
    (whole: string, ticks?: string, link?: string, at?: number) => {
      if (ticks !== undefined) {
        // A run of backticks starts code only if another of the same length follows.
        if (codeLength === ticks.length) codeLength = undefined;
        else if (codeLength === undefined && (runs.get(ticks.length) ?? 0) > Number(at))
          codeLength = ticks.length;
        return whole;
      }
      return codeLength === undefined ? writeLink(link ?? "", from, names) : whole;
    },
  );
}

function writeLink(link: string, from: string, names: WikiNames): string {
  const [first = "", ...rest] = link.split("|").map((part) => part.trim());
  // For images, the name comes first and options follow; for links, the text comes first.
  if (images.has(extensionOf(first))) {
    const alt = rest.find((option) => option.startsWith("alt="))?.slice(4) ?? "";
    const path = names.findName(first);
    return `![${escapeText(alt)}](${path === undefined ? first.replaceAll(" ", "%20") : relativeUrl(from, path)})`;
  }
  const written = rest[0] ?? first;
  const [, name = "", fragment = ""] = /^([^#]*)((?:#.*)?)$/.exec(written) ?? [];
  const text = escapeText(rest.length === 0 ? first.replace(/#/, " § ") : first);
  if (/^https?:\/\//i.test(written)) return `[${text}](${written.replaceAll(" ", "%20")})`;
  const path = names.findName(name);
  const anchor = fragment.toLowerCase().replaceAll(" ", "-");
  if (path !== undefined) return `[${text}](${relativeUrl(from, path)}${anchor})`;
  return name === "" && fragment !== "" ? `[${text}](${anchor})` : text;
}

function escapeText(text: string): string {
  return text.replace(/[\\[\]<]/g, "\\$&");
}
