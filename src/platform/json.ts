import { finish, type Steps } from "./steps.ts";
import { countText } from "./text.ts";

interface JsonLimits {
  /** The maximum nesting of arrays and objects. */
  readonly depth: number;
  /** The maximum number of commas and opening brackets, which is about the number of values. */
  readonly values: number;
}

/** Thrown for a JSON text that is nested too deeply or has too many values. */
export class JsonLimitError extends Error {}

/** The length of the text that is parsed in one step. */
const defaultPieceLength = 256 * 1024;
/** The number of characters that are scanned in one step. */
const scanLength = 512 * 1024;

/** Parses JSON in steps, with the result of JSON.parse. */
export function* parseJson(
  text: string,
  limits: JsonLimits,
  pieceLength = defaultPieceLength,
): Steps<unknown> {
  if (text.length <= pieceLength) {
    requireWithin(text, limits);
    return JSON.parse(text);
  }
  const root = yield* scan(text, limits, pieceLength);
  if (root === undefined) return JSON.parse(text);
  requireBlank(text, 0, root.start);
  requireBlank(text, root.end, text.length);
  return yield* parseContainer(text, root);
}

/** Checks the limits of a text that is parsed in one step. */
function requireWithin(text: string, limits: JsonLimits): void {
  let depth = 0;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === quote) i = endOfString(text, i + 1);
    else if (character === comma) values++;
    else if (character === openArray || character === openObject) {
      values++;
      if (++depth > limits.depth) throw tooDeep(limits);
    } else if (character === closeArray || character === closeObject) depth--;
  }
  if (values > limits.values) throw tooManyValues(limits);
}

/** Whether arrays and objects in a valid JSON text are nested deeper than `max`. */
export function isJsonDeeperThan(max: number, text: string): boolean {
  try {
    finish(scan(text, { depth: max, values: Number.POSITIVE_INFINITY }, defaultPieceLength));
    return false;
  } catch (error) {
    if (error instanceof JsonLimitError) return true;
    throw error;
  }
}

/** An array or object that is longer than a piece. */
interface LargeContainer {
  readonly start: number;
  readonly end: number;
  /** The positions of the commas between its pieces. A large container in it is a piece of its own. */
  readonly divisions: readonly number[];
  readonly children: readonly LargeContainer[];
}

/** An array or object whose end is not scanned yet. */
class OpenContainer {
  readonly start: number;
  #divisions: readonly number[] = noDivisions;
  #children: readonly LargeContainer[] = noChildren;
  #lastComma: number;
  #lastDivision: number;
  #isAfterLargeChild = false;

  constructor(start: number) {
    this.start = start;
    this.#lastComma = start;
    this.#lastDivision = start;
  }

  addComma(at: number, pieceLength: number): void {
    if (this.#isAfterLargeChild || at - this.#lastDivision > pieceLength) this.#divide(at);
    this.#lastComma = at;
    this.#isAfterLargeChild = false;
  }

  addLargeChild(child: LargeContainer): void {
    if (this.#lastComma > this.#lastDivision) this.#divide(this.#lastComma);
    this.#children = [...this.#children, child];
    this.#isAfterLargeChild = true;
  }

  close(end: number): LargeContainer {
    return { start: this.start, end, divisions: this.#divisions, children: this.#children };
  }

  #divide(at: number): void {
    this.#divisions = [...this.#divisions, at];
    this.#lastDivision = at;
  }
}

/** Most containers are small and have neither. */
const noDivisions: readonly number[] = [];
const noChildren: readonly LargeContainer[] = [];

const [quote, comma, openArray, closeArray, openObject, closeObject] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Checks the limits, and returns the outermost container if it is large. The rest of the syntax is not checked. */
function* scan(text: string, limits: JsonLimits, pieceLength: number): Steps<LargeContainer | undefined> {
  const open: OpenContainer[] = [];
  let root: LargeContainer | undefined;
  let values = 0;
  let nextStep = scanLength;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === quote) i = endOfString(text, i + 1);
    else if (character === comma) {
      open.at(-1)?.addComma(i, pieceLength);
      if (++values > limits.values) throw tooManyValues(limits);
    } else if (character === openArray || character === openObject) {
      open.push(new OpenContainer(i));
      if (++values > limits.values) throw tooManyValues(limits);
      if (open.length > limits.depth) throw tooDeep(limits);
    } else if (character === closeArray || character === closeObject) {
      const closed = open.pop();
      if (closed === undefined) throw invalid();
      if (i + 1 - closed.start > pieceLength) {
        const parent = open.at(-1);
        if (parent === undefined) root ??= closed.close(i + 1);
        else parent.addLargeChild(closed.close(i + 1));
      }
    }
    if (i >= nextStep) {
      nextStep = i + scanLength;
      yield;
    }
  }
  if (open.length > 0) throw invalid();
  return root;
}

function tooDeep({ depth }: JsonLimits): JsonLimitError {
  return new JsonLimitError(`is nested more than ${depth} levels deep`);
}

function tooManyValues({ values }: JsonLimits): JsonLimitError {
  return new JsonLimitError(`has more than ${countText(values)} values`);
}

/** The position of the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function* parseContainer(text: string, container: LargeContainer): Steps<unknown> {
  const { start, end, divisions } = container;
  const isArray = text[start] === "[";
  if (text[end - 1] !== (isArray ? "]" : "}")) throw invalid();
  const array: unknown[] = [];
  const object: Record<string, unknown> = {};
  const children = container.children.values();
  let child = children.next().value;
  let from = start + 1;
  for (const to of [...divisions, end - 1]) {
    if (child !== undefined && child.start < to) {
      const value = yield* parseContainer(text, child);
      requireBlank(text, child.end, to);
      if (isArray) {
        requireBlank(text, from, child.start);
        array.push(value);
      } else setField(object, parseKey(text.slice(from, child.start)), value);
      child = children.next().value;
    } else {
      const piece = text.slice(from, to);
      // Only an empty container has a blank piece.
      if (divisions.length > 0 && isBlank(piece)) throw invalid();
      if (isArray) for (const value of JSON.parse(`[${piece}]`)) array.push(value);
      else for (const [key, value] of Object.entries(JSON.parse(`{${piece}}`))) setField(object, key, value);
      yield;
    }
    from = to + 1;
  }
  return isArray ? array : object;
}

/** Parses a key that is followed by a colon. */
function parseKey(text: string): string {
  const [key] = Object.keys(JSON.parse(`{${text}null}`));
  if (key === undefined) throw invalid();
  return key;
}

/** Sets a field as JSON.parse does: `__proto__` is a field like any other. */
function setField(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function requireBlank(text: string, from: number, to: number): void {
  if (!isBlank(text.slice(from, to))) throw invalid();
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

function invalid(): SyntaxError {
  return new SyntaxError("the text is not valid JSON");
}
