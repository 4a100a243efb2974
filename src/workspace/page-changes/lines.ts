import { diffLineSteps, type LineDiff, type LineRange } from "../../content/block-diff/index.ts";
import { type Content, readDocumentLines } from "../../content/index.ts";
import { finishYielding } from "../../platform/index.ts";

export interface PresentedLine {
  readonly change: "unchanged" | "added" | "removed" | "collapsed";
  readonly text?: string;
  /** The parts that differ from another version of the line. */
  readonly ranges?: readonly LineRange[];
  /** The numbers of the line in both versions. */
  readonly before?: number;
  readonly after?: number;
  /** The number of lines that are not shown. */
  readonly count?: number;
}

/** The number of unchanged lines that are shown before and after a change. */
const shownContext = 3;

interface Source {
  readonly content: Content;
  readonly hash: string | undefined;
}

/** The lines of Markdown in which two documents differ. */
export async function diffMarkdown(
  before: Source,
  after: Source,
  origin: string | undefined,
  isWhole: boolean,
): Promise<PresentedLine[]> {
  const [old, current] = [
    await readDocumentLines(before.content, origin, before.hash),
    await readDocumentLines(after.content, origin, after.hash),
  ];
  const diffs = await finishYielding(diffLineSteps(old.compared, current.compared));
  const numbers = { before: 0, after: 0 };
  const lines = diffs.map(({ change, index, ranges }): PresentedLine => {
    const side = change === "removed" ? old : current;
    const text = side.shown[index] ?? "";
    if (change !== "added") numbers.before++;
    if (change !== "removed") numbers.after++;
    return {
      ...{ change, text },
      ...(change !== "added" && { before: numbers.before }),
      ...(change !== "removed" && { after: numbers.after }),
      // The ranges are those of the compared text.
      ...(ranges && side.compared[index] === text && { ranges }),
    };
  });
  return isWhole ? lines : collapse(lines, diffs);
}

function collapse(lines: readonly PresentedLine[], diffs: readonly LineDiff[]): PresentedLine[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  for (const [i, { change }] of diffs.entries())
    if (change !== "unchanged") isNear.fill(true, Math.max(0, i - shownContext), i + shownContext + 1);
  const shown: PresentedLine[] = [];
  let count = 0;
  for (const [i, line] of lines.entries()) {
    if (!isNear[i]) {
      count++;
      continue;
    }
    if (count > 0) shown.push({ change: "collapsed", count });
    count = 0;
    shown.push(line);
  }
  if (count > 0) shown.push({ change: "collapsed", count });
  return shown;
}
