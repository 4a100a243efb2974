import { finishYielding, LecternError } from "../../platform/index.ts";
import { checkFrontMatter as checkFields } from "../changes/index.ts";
import type { LinkIndexInput } from "../link-index/index.ts";
import type { Origin } from "../links/index.ts";
import { findFrontMatterDestinations, frontMatterLength, readFrontMatter } from "../markdown/index.ts";
import { checkLines } from "./check-lines.ts";
import { findBrokenDestinations } from "./check-references.ts";
import { error, type Problem } from "./problem.ts";

/** Finds the mistakes in the Markdown of a page, in the order of the text. */
export async function findProblems(
  input: LinkIndexInput,
  origin: Origin,
  markdown: string,
): Promise<Problem[]> {
  const { end } = await findFrontMatterDestinations(markdown);
  const linesBefore = countLines(markdown, end);
  const inLines = await finishYielding(checkLines(markdown.slice(end)));
  const problems = inLines.map((problem) => ({ ...problem, line: problem.line + linesBefore }));
  const inFrontMatter = await checkFrontMatter(markdown, end);
  if (inFrontMatter !== undefined) problems.push(inFrontMatter);
  const broken = await findBrokenDestinations(input, origin, markdown);
  let [line, lineStart] = [1, 0];
  for (const { at, text, kind } of broken.toSorted((a, b) => a.at - b.at)) {
    for (let next = markdown.indexOf("\n", lineStart); next >= 0 && next < at; ) {
      line++;
      lineStart = next + 1;
      next = markdown.indexOf("\n", lineStart);
    }
    problems.push({ ...kind, line, column: at - lineStart + 1, length: text.length });
  }
  return problems.sort((a, b) => a.line - b.line || a.column - b.column);
}

function countLines(markdown: string, end: number): number {
  return end === 0 ? 0 : markdown.slice(0, end).split("\n").length - (markdown[end - 1] === "\n" ? 1 : 0);
}

/** Front matter that cannot be read is text; a field with a wrong value refuses the whole document. */
async function checkFrontMatter(markdown: string, end: number): Promise<Problem | undefined> {
  const at = { line: 1, column: 1, length: 3 };
  if (end === 0) {
    const isUnreadable = frontMatterLength(markdown) > 0;
    const message = "Correct the lines between `---`: they must be YAML, with a name and a value each.";
    return isUnreadable ? { ...error("front-matter", message), ...at } : undefined;
  }
  try {
    const front = await readFrontMatter(markdown);
    if (front !== undefined) checkFields(front);
    return undefined;
  } catch (cause) {
    if (!(cause instanceof LecternError)) throw cause;
    return { ...error("front-matter", `Correct the front matter: ${cause.message}.`), ...at };
  }
}
