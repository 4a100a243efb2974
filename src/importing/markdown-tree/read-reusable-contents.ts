import { limits } from "../../content/index.ts";
import { frontMatterLength } from "../../content/markdown/index.ts";
import { importLimits, nameOfPath, type SourceReusableContent } from "../source/index.ts";
import { variablesFile } from "./conventions.ts";
import { inKeptOrder, type KeptFiles } from "./kept-files.ts";
import { readableName } from "./names.ts";
import { readFields, textIn } from "./read-yaml.ts";
import { isInclude, type MarkdownTree, readSmallFields, readText } from "./tree.ts";
import { largest, linesIn } from "./usable-front-matter.ts";

const largestVariables = 1024 * 1024;

/** The texts that pages include; how many there are that could not be taken stands beside them. */
export async function readReusableContents(
  tree: MarkdownTree,
  kept: KeptFiles,
): Promise<{ readonly reusableContents: SourceReusableContent[]; readonly lost: number }> {
  const includes = tree.folder.entries.map(({ path }) => path).filter((path) => isInclude(tree, path));
  const paths = inKeptOrder(includes, kept);
  const reusableContents: SourceReusableContent[] = [];
  let left: number = importLimits.text;
  for (const address of paths.slice(0, importLimits.pages)) {
    const text = await readText(tree.folder, address, 3 * importLimits.document);
    if (text === undefined || text.length > Math.min(left, importLimits.document)) continue;
    left -= text.length;
    // What stands before the text is about it, and not a part of it.
    const end = frontMatterLength(text);
    const given =
      end > largest ? undefined : textIn(readFields(linesIn(text.slice(0, end))), "title")?.trim();
    const title = given || readableName(nameOfPath(address));
    const markdown = given ? text.slice(end) : text;
    reusableContents.push({ address, title: title.slice(0, limits.reusableContentTitle), markdown });
  }
  return { reusableContents, lost: paths.length - reusableContents.length };
}

/** The variables of the whole content, as far as they can be kept. */
export async function readVariables(tree: MarkdownTree): Promise<Readonly<Record<string, string>>> {
  const fields = await readSmallFields(tree.folder, tree.top + variablesFile, largestVariables, {
    asWritten: true,
  });
  const variables = Object.keys(fields ?? {}).flatMap((name): [string, string][] => {
    const value = textIn(fields, name);
    const isFit = name !== "" && name.length <= limits.variableName && !/\p{Cc}/u.test(name);
    return isFit && value !== undefined && value.length <= limits.variableValue ? [[name, value]] : [];
  });
  return Object.fromEntries(variables.slice(0, limits.variables));
}
