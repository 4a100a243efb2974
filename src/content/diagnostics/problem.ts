export const severities = ["error", "warning"] as const;

export const problemCodes = [
  "front-matter",
  "tag-syntax",
  "unknown-tag",
  "unclosed-tag",
  "unopened-tag",
  "misplaced-tag",
  "tag-content",
  "missing-attribute",
  "unknown-attribute",
  "attribute-value",
  "invalid-expression",
  "table-cells",
  "table-markup",
  "broken-reference",
] as const;

/** A mistake in a Markdown text. The text is kept as it is written, but shown differently from what its author meant. */
export interface Problem {
  readonly code: (typeof problemCodes)[number];
  /** An error is shown as text; a warning is ignored or leads nowhere. */
  readonly severity: (typeof severities)[number];
  /** What to do about it. */
  readonly message: string;
  /** From 1, as the column. Columns and lengths are in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A problem of the tag or the line whose position is added. */
export type ProblemKind = Pick<Problem, "code" | "severity" | "message">;

export function error(code: Problem["code"], message: string): ProblemKind {
  return { code, severity: "error", message };
}

export function warning(code: Problem["code"], message: string): ProblemKind {
  return { code, severity: "warning", message };
}
