/** A part of a regular expression, reduced to what is needed to generate matching texts. */
type Part =
  | { readonly kind: "atom"; readonly source: string }
  | { readonly kind: "group"; readonly choices: readonly (readonly Part[])[]; readonly isConsumed: boolean }
  | { readonly kind: "repeat"; readonly part: Part; readonly min: number; readonly max: number };

const lookaround = /\(\?(?:[=!]|<[=!])/y;
const opening = /\((?:\?(?:[:=!]|<[=!]|<\w+>|[ims-]+:))?/y;
const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y;
const atom =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\k<\w+>|\\.|\[(?:[^\]\\]|\\.)*\]|[\s\S]/iuy;

/** Parses a pattern. Assertions and back references match the empty text. */
function parse(pattern: string): Part {
  let position = 0;
  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = position;
    const match = token.exec(pattern);
    if (match !== null) position = token.lastIndex;
    return match;
  };
  const readGroup = (isConsumed: boolean): Part => {
    const choices: Part[][] = [[]];
    while (position < pattern.length && pattern[position] !== ")") {
      if (pattern[position] === "|") {
        position++;
        choices.push([]);
        continue;
      }
      const part = readPart();
      if (part !== undefined) choices.at(-1)?.push(withQuantifier(part));
    }
    position++;
    return { kind: "group", choices, isConsumed };
  };
  const readPart = (): Part | undefined => {
    lookaround.lastIndex = position;
    const isLookaround = lookaround.test(pattern);
    if (take(opening)) return readGroup(!isLookaround);
    const [source = ""] = take(atom) ?? [];
    return /^(?:[$^]|\\[bB1-9k].*)$/u.test(source) ? undefined : { kind: "atom", source };
  };
  const withQuantifier = (part: Part): Part => {
    const [text, from, range, to] = take(quantifier) ?? [];
    if (text === undefined) return part;
    if (from !== undefined)
      return { kind: "repeat", part, min: +from, max: range === undefined ? +from : to ? +to : 1 / 0 };
    return { kind: "repeat", part, min: text[0] === "+" ? 1 : 0, max: text[0] === "?" ? 1 : 1 / 0 };
  };
  return readGroup(true);
}

/** Characters that are special in some syntax, and some that are not. */
const alphabet = [..." a\n\t0-_.,:;/\\<>\"'=()[]{}|*`~#!?&%$@+^AZéא語😀\r\x01"];

/** Generates a few texts that a part matches, the shortest first. */
class Samples {
  readonly #flags: string;
  readonly #atomSamples = new Map<string, readonly string[]>();

  constructor(flags: string) {
    this.#flags = flags.replace(/[gy]/g, "");
  }

  of(part: Part): readonly string[] {
    if (part.kind === "atom") return this.#ofAtom(part.source);
    if (part.kind === "repeat") {
      const inner = this.of(part.part);
      return part.min === 0 ? ["", ...inner] : inner.map((text) => text.repeat(part.min));
    }
    return part.isConsumed ? part.choices.flatMap((parts) => this.ofSequence(parts)).slice(0, 12) : [""];
  }

  /** A sequence of parts, all but one in their shortest form. */
  ofSequence(parts: readonly Part[]): string[] {
    const samples = parts.map((part) => this.of(part));
    const shortest = samples.map(([first = ""]) => first);
    const others = samples.flatMap((texts, i) =>
      texts.slice(1, 4).map((text) => shortest.with(i, text).join("")),
    );
    return [...new Set([shortest.join(""), samples.map((texts) => texts.at(-1) ?? "").join(""), ...others])];
  }

  #ofAtom(source: string): readonly string[] {
    return this.#atomSamples.getOrInsertComputed(source, () => {
      const expression = new RegExp(`^(?:${source})$`, this.#flags);
      // The characters in the source of a class are those that other parts of the expression match, too.
      return [...new Set([...alphabet, ...source])]
        .filter((character) => expression.test(character))
        .slice(0, 4);
    });
  }
}

export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** Texts that may be slow to match: a matching prefix, a text that the expression can repeat, and a mismatch. */
export function attacksOn(pattern: string, flags: string): Attack[] {
  const samples = new Samples(flags);
  const pumps = new Set<string>();
  const prefixes = new Set([""]);
  const visit = (part: Part, leading: readonly string[]): void => {
    if (part.kind === "atom") return;
    if (part.kind === "repeat") {
      if (part.max > 100) {
        for (const pump of samples.of(part.part)) pumps.add(pump);
        for (const prefix of leading) prefixes.add(prefix);
        for (const prefix of leading) for (const pump of samples.of(part.part)) pumps.add(prefix + pump);
      }
      visit(part.part, leading);
      return;
    }
    for (const parts of part.choices) {
      let current = leading;
      for (const inner of parts) {
        visit(inner, current);
        const [shortest = "", next = shortest] = samples.of(inner);
        current = [...new Set(current.flatMap((text) => [text + shortest, text + next]))].slice(0, 4);
      }
    }
  };
  visit(parse(pattern), [""]);
  pumps.delete("");
  // A dot does not match a line separator, so a text with one is a mismatch, too.
  const suffixes = pattern.includes(".") ? ["\x01", "\u2028\x01"] : ["\x01"];
  return [...pumps]
    .slice(0, 12)
    .flatMap((pump) =>
      [...prefixes].slice(0, 4).flatMap((prefix) => suffixes.map((suffix) => ({ prefix, pump, suffix }))),
    );
}
