import { limits } from "../../content/index.ts";
import { frontMatterLength } from "../../content/markdown/index.ts";
import { importLimits, nameOfPath, type SourceReusableContent } from "../source/index.ts";
import { variablesFile } from "./conventions.ts";
import { readableName } from "./page-names.ts";
import { type FileManifest, inManifestOrder } from "./read-files.ts";
import { maxDocumentBytes } from "./read-pages.ts";
import { readFrontMatterFields, textIn } from "./read-yaml.ts";
import { maxFrontMatter } from "./repair-front-matter.ts";
import { isInclude, type MarkdownTree, readText, readYamlFile } from "./tree.ts";

const maxVariablesBytes = 1024 * 1024;

/** Reads the files that pages can include. `lost` is the number of skipped files. */
export async function readReusableContents(
  tree: MarkdownTree,
  manifest: FileManifest,
): Promise<{ readonly reusableContents: SourceReusableContent[]; readonly lost: number }> {
  const includes = tree.folder.entries.map(({ path }) => path).filter((path) => isInclude(tree, path));
  const paths = inManifestOrder(includes, manifest);
  const reusableContents: SourceReusableContent[] = [];
  let charactersLeft: number = importLimits.text;
  for (const address of paths.slice(0, importLimits.pages)) {
    const text = await readText(tree.folder, address, maxDocumentBytes);
    if (text === undefined || text.length > Math.min(charactersLeft, importLimits.document)) continue;
    charactersLeft -= text.length;
    // Front matter with a title is not part of the document.
    const end = frontMatterLength(text);
    const given =
      end > maxFrontMatter ? undefined : textIn(readFrontMatterFields(text.slice(0, end)), "title")?.trim();
    const title = given || readableName(nameOfPath(address));
    const markdown = given ? text.slice(end) : text;
    reusableContents.push({ address, title: title.slice(0, limits.reusableContentTitle), markdown });
  }
  return { reusableContents, lost: paths.length - reusableContents.length };
}

/** Reads the valid variables of the content. */
export async function readVariables(tree: MarkdownTree): Promise<Readonly<Record<string, string>>> {
  const path = tree.root + variablesFile;
  const fields = await readYamlFile(tree.folder, path, maxVariablesBytes, { asStrings: true });
  const variables = Object.keys(fields ?? {}).flatMap((name): [string, string][] => {
    const value = textIn(fields, name);
    const isValid = name !== "" && name.length <= limits.variableName && !/\p{Cc}/u.test(name);
    return isValid && value !== undefined && value.length <= limits.variableValue ? [[name, value]] : [];
  });
  return Object.fromEntries(variables.slice(0, limits.variables));
}
