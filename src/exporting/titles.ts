import { leadingHeading } from "../content/markdown/index.ts";

/** Characters with a meaning in a heading or a link text. */
const special = /[\\`*[\]<]|~(?=~)|(?<=~)~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w{1,31};)|#(?=#*$)/gu;

/** Escapes a title as inline Markdown; undefined if Markdown cannot express it. */
export function writeTitle(title: string): string | undefined {
  const written = title.replace(special, "\\$&");
  return leadingHeading(`# ${written}`) === title ? written : undefined;
}
