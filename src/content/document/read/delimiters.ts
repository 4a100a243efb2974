import type { Delimiters } from "./marks.ts";

/** The run of one character that begins here, and whether it may begin or end a mark: its neighbours decide. */
export function delimitersAt(source: string, at: number, character: "*" | "_" | "~"): Delimiters {
  let end = at;
  while (source[end] === character) end++;
  const { canOpen, canClose } = flanks(characterBefore(source, at), characterAt(source, end), character);
  return { kind: "delimiters", character, length: end - at, canOpen, canClose };
}

/** The whole character that ends here; empty at the beginning. */
function characterBefore(source: string, at: number): string {
  const last = source[at - 1] ?? "";
  return /[\udc00-\udfff]/.test(last) ? source.slice(at - 2, at) : last;
}

function characterAt(source: string, at: number): string {
  const point = source.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}

/** What delimiters may do between two characters. */
export function flanks(
  before: string,
  after: string,
  character: string,
): { canOpen: boolean; canClose: boolean } {
  const [spaceBefore, spaceAfter] = [isSpace(before), isSpace(after)];
  const [markBefore, markAfter] = [isPunctuation(before), isPunctuation(after)];
  const isLeft = !spaceAfter && (!markAfter || spaceBefore || markBefore);
  const isRight = !spaceBefore && (!markBefore || spaceAfter || markAfter);
  if (character !== "_") return { canOpen: isLeft, canClose: isRight };
  return { canOpen: isLeft && (!isRight || markBefore), canClose: isRight && (!isLeft || markAfter) };
}

function isSpace(character: string): boolean {
  return character === "" || /\s/u.test(character);
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}
