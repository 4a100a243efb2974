import { frontMatterLength, rewriteDestinations } from "../../content/markdown/index.ts";
import { encodePath } from "../../platform/index.ts";
import { pathFrom, splitAddress } from "../source/index.ts";
import type { MarkdownTree } from "./tree.ts";

/** Where others keep the files that pages name from the top of their site. */
const folders = ["static/", "public/", "docs/", "docs/public/", "content/", "website/static/"];

/** The text with the files of a site named by where they are in the tree. */
export function withTreePaths(markdown: string, from: string, tree: MarkdownTree): string {
  // Most name none, and need not to be looked through.
  if (!/[("'<= \t]\/[^/]|@site\//.test(markdown)) return markdown;
  const end = frontMatterLength(markdown);
  return rewriteDestinations(markdown, (address) => addressInTree(address, from, tree), { end });
}

function addressInTree(address: string, from: string, tree: MarkdownTree): string {
  if (!/^(?:\/(?!\/)|@site\/)/.test(address)) return address;
  const plain = address.replace(/^@site(?=\/)/, "");
  const path = pathFrom(from, plain);
  if (path === undefined || tree.has(path) || tree.findPage(path) !== undefined) return plain;
  const found = folders.map((folder) => folder + path).find((candidate) => tree.has(candidate));
  return found === undefined ? plain : `/${encodePath(found)}${splitAddress(address).suffix}`;
}
