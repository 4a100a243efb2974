import { leadingHeading } from "../content/markdown/index.ts";

/** What would be read as something else than a character, in a heading or between the brackets of a link. */
const signs = /[\\`*[\]<]|~(?=~)|(?<=~)~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w{1,31};)|#(?=#*$)/gu;

/** A title as Markdown of one line; undefined where it would be read as another. */
export function writeTitle(title: string): string | undefined {
  const written = title.replace(signs, "\\$&");
  return leadingHeading(`# ${written}`) === title ? written : undefined;
}
