import { type LookAhead, matchAt, trimBlankEnd } from "../../markdown/syntax/index.ts";
import type { InlineScanner } from "./inline-scanner.ts";
import { emptyAnchorAt } from "./named-anchors.ts";

/** Skips comments and empty anchors, with the white space on one side of them. */
export function skipInvisible(scanner: InlineScanner, ahead: LookAhead): boolean {
  const { source, position } = scanner;
  let end = invisibleEnd(source, position, ahead);
  if (end === undefined) return false;
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

/** The end of the comment or the empty anchor at an offset. */
function invisibleEnd(source: string, at: number, ahead: LookAhead): number | undefined {
  if (source[at] !== "<") return undefined;
  if (source.startsWith("<!--", at)) {
    const end = ahead.indexOf("-->", at + 2);
    return end < 0 ? undefined : end + 3;
  }
  const anchor = /[Aa]/.test(source[at + 1] ?? "") ? emptyAnchorAt(source, at) : undefined;
  return anchor?.isLink ? undefined : anchor?.end;
}
