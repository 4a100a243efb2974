import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";

/** A mistake in Markdown, as the server finds it. Lines and columns are counted from 1, columns in UTF-16 units. */
export interface SourceProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly severity: "error" | "warning";
}

export type ReadProblems = (markdown: string) => Promise<readonly SourceProblem[]>;

/** How long after the last key mistakes are looked for, in milliseconds. */
const delay = 750;

/** Marks mistakes where they are. Without a connection, nothing is marked. */
export function markProblems(read: ReadProblems): Extension {
  const check = linter(
    async ({ state }) => {
      const problems = await read(state.sliceDoc()).catch(() => []);
      return problems.map((problem) => diagnosticOf(problem, state.doc));
    },
    { delay },
  );
  return [check, lintGutter()];
}

function diagnosticOf({ message, line, column, length, severity }: SourceProblem, doc: Text): Diagnostic {
  const { from: start } = doc.line(Math.min(line, doc.lines));
  const from = Math.min(start + column - 1, doc.length);
  return { message, severity, from, to: Math.min(from + length, doc.length) };
}
