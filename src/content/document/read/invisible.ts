import { hasOpenCondition, type LookAhead, matchAt, trimBlankEnd } from "../../markdown/syntax/index.ts";
import type { InlineScanner } from "./inline-scanner.ts";
import { emptyAnchorAt } from "./named-anchors.ts";

/**
 * Skips comments and empty anchors, with the white space on one side of them. A comment in which a condition starts or ends
 * is read as text, so that its content is found.
 */
export function skipInvisible(scanner: InlineScanner, ahead: LookAhead): boolean {
  const { source, position } = scanner;
  let end = invisibleEnd(source, position, ahead);
  if (end === undefined) return readCondition(scanner, ahead);
  let after = end;
  for (let next: number | undefined = end; next !== undefined; next = invisibleEnd(source, after, ahead)) {
    end = next;
    after = end + (matchAt(/[ \t]*/y, source, end)?.[0].length ?? 0);
  }
  let start = position;
  while (/[ \t]/.test(source[start - 1] ?? "")) start--;
  if (after === source.length || source[after] === "\n") scanner.pending = trimBlankEnd(scanner.pending);
  scanner.flush();
  scanner.position = start < position || start === 0 || source[start - 1] === "\n" ? after : end;
  return true;
}

/** The end of the invisible comment or the empty anchor at an offset. */
function invisibleEnd(source: string, at: number, ahead: LookAhead): number | undefined {
  if (source[at] !== "<") return undefined;
  if (source.startsWith("<!--", at)) {
    const end = commentEnd(source, at, ahead);
    return end === undefined || hasOpenCondition(source.slice(at, end)) ? undefined : end;
  }
  const anchor = /[Aa]/.test(source[at + 1] ?? "") ? emptyAnchorAt(source, at) : undefined;
  return anchor?.isLink ? undefined : anchor?.end;
}

function commentEnd(source: string, at: number, ahead: LookAhead): number | undefined {
  const end = source.startsWith("<!--", at) ? ahead.indexOf("-->", at + 2) : -1;
  return end < 0 ? undefined : end + 3;
}

/** Reads a comment as text as a whole: comments that start in it would be searched for conditions again. */
function readCondition(scanner: InlineScanner, ahead: LookAhead): boolean {
  const end = commentEnd(scanner.source, scanner.position, ahead);
  return end !== undefined && scanner.readLine(end);
}
