/** A part of a regular expression, as far as matching texts are generated from it. */
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
  let at = 0;
  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = at;
    const found = token.exec(pattern);
    if (found !== null) at = token.lastIndex;
    return found;
  };
  const readGroup = (isConsumed: boolean): Part => {
    const choices: Part[][] = [[]];
    while (at < pattern.length && pattern[at] !== ")") {
      if (pattern[at] === "|") {
        at++;
        choices.push([]);
        continue;
      }
      const part = readPart();
      if (part !== undefined) choices.at(-1)?.push(repeated(part));
    }
    at++;
    return { kind: "group", choices, isConsumed };
  };
  const readPart = (): Part | undefined => {
    lookaround.lastIndex = at;
    const isLookaround = lookaround.test(pattern);
    if (take(opening)) return readGroup(!isLookaround);
    const [source = ""] = take(atom) ?? [];
    return /^(?:[$^]|\\[bB1-9k].*)$/u.test(source) ? undefined : { kind: "atom", source };
  };
  const repeated = (part: Part): Part => {
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
  readonly #known = new Map<string, readonly string[]>();

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
    const all = parts.map((part) => this.of(part));
    const shortest = all.map(([first = ""]) => first);
    const others = all.flatMap((texts, i) =>
      texts.slice(1, 4).map((text) => shortest.with(i, text).join("")),
    );
    return [...new Set([shortest.join(""), all.map((texts) => texts.at(-1) ?? "").join(""), ...others])];
  }

  #ofAtom(source: string): readonly string[] {
    return this.#known.getOrInsertComputed(source, () => {
      const one = new RegExp(`^(?:${source})$`, this.#flags);
      const matching = alphabet.filter((character) => one.test(character));
      if (matching.length > 0) return matching.slice(0, 4);
      const plain = /^\\?(.)$/su.exec(source)?.[1] ?? "";
      return one.test(plain) ? [plain] : [];
    });
  }
}

export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** Texts that may be slow for an expression: a repeated text that it repeats, after a matching prefix, before a mismatch. */
export function attacksOn(pattern: string, flags: string): Attack[] {
  const samples = new Samples(flags);
  const pumps = new Set<string>();
  const prefixes = new Set([""]);
  const visit = (part: Part, before: readonly string[]): void => {
    if (part.kind === "atom") return;
    if (part.kind === "repeat") {
      if (part.max > 100) {
        for (const pump of samples.of(part.part)) pumps.add(pump);
        for (const prefix of before) prefixes.add(prefix);
        for (const prefix of before) for (const pump of samples.of(part.part)) pumps.add(prefix + pump);
      }
      visit(part.part, before);
      return;
    }
    for (const parts of part.choices) {
      let leading: readonly string[] = before;
      for (const inner of parts) {
        visit(inner, leading);
        const [shortest = "", next = shortest] = samples.of(inner);
        leading = [...new Set(leading.flatMap((text) => [text + shortest, text + next]))].slice(0, 4);
      }
    }
  };
  visit(parse(pattern), [""]);
  pumps.delete("");
  // A dot does not match line separators, at which a text need not end.
  const suffixes = pattern.includes(".") ? ["\x01", "\u2028\x01"] : ["\x01"];
  return [...pumps]
    .slice(0, 12)
    .flatMap((pump) =>
      [...prefixes].slice(0, 4).flatMap((prefix) => suffixes.map((suffix) => ({ prefix, pump, suffix }))),
    );
}
