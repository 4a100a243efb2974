/** A part of a regular expression, as far as texts for it are made. */
type Part =
  | { readonly kind: "sign"; readonly source: string }
  | { readonly kind: "group"; readonly choices: readonly (readonly Part[])[]; readonly isConsumed: boolean }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number };

const look = /\(\?(?:[=!]|<[=!])/y;
const opening = /\((?:\?(?:[:=!]|<[=!]|<\w+>|[ims-]+:))?/y;
const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y;
const sign =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\k<\w+>|\\.|\[(?:[^\]\\]|\\.)*\]|[\s\S]/iuy;

/** Reads what texts are made of; what asserts something, or repeats what was matched, stands for nothing. */
function parse(pattern: string): Part {
  let at = 0;
  const take = (what: RegExp): RegExpExecArray | null => {
    what.lastIndex = at;
    const found = what.exec(pattern);
    if (found !== null) at = what.lastIndex;
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
    look.lastIndex = at;
    const isLook = look.test(pattern);
    if (take(opening)) return readGroup(!isLook);
    const [source = ""] = take(sign) ?? [];
    return /^(?:[$^]|\\[bB1-9k].*)$/u.test(source) ? undefined : { kind: "sign", source };
  };
  const repeated = (part: Part): Part => {
    const [text, from, range, to] = take(quantifier) ?? [];
    if (text === undefined) return part;
    if (from !== undefined)
      return { kind: "repeat", part, least: +from, most: range === undefined ? +from : to ? +to : 1 / 0 };
    return { kind: "repeat", part, least: text[0] === "+" ? 1 : 0, most: text[0] === "?" ? 1 : 1 / 0 };
  };
  return readGroup(true);
}

/** Signs that mean something somewhere, and some that mean nothing anywhere. */
const alphabet = [..." a\n\t0-_.,:;/\\<>\"'=()[]{}|*`~#!?&%$@+^AZéא語😀\r\x01"];

/** One or a few texts that a part matches, the shortest first. */
class Samples {
  readonly #flags: string;
  readonly #known = new Map<string, readonly string[]>();

  constructor(flags: string) {
    this.#flags = flags.replace(/[gy]/g, "");
  }

  of(part: Part): readonly string[] {
    if (part.kind === "sign") return this.#ofSign(part.source);
    if (part.kind === "repeat") {
      const inner = this.of(part.part);
      return part.least === 0 ? ["", ...inner] : inner.map((text) => text.repeat(part.least));
    }
    return part.isConsumed ? part.choices.flatMap((parts) => this.ofRow(parts)).slice(0, 12) : [""];
  }

  /** Parts one after the other: each in its shortest form, but for one of them. */
  ofRow(parts: readonly Part[]): string[] {
    const all = parts.map((part) => this.of(part));
    const shortest = all.map(([first = ""]) => first);
    const others = all.flatMap((texts, i) =>
      texts.slice(1, 4).map((text) => shortest.with(i, text).join("")),
    );
    return [...new Set([shortest.join(""), all.map((texts) => texts.at(-1) ?? "").join(""), ...others])];
  }

  #ofSign(source: string): readonly string[] {
    return this.#known.getOrInsertComputed(source, () => {
      const one = new RegExp(`^(?:${source})$`, this.#flags);
      const fitting = alphabet.filter((character) => one.test(character));
      if (fitting.length > 0) return fitting.slice(0, 4);
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

/** Texts that may take an expression long: what it repeats, again and again, behind what leads there and before what fits nothing. */
export function attacksOn(pattern: string, flags: string): Attack[] {
  const samples = new Samples(flags);
  const pumps = new Set<string>();
  const prefixes = new Set([""]);
  const visit = (part: Part, before: readonly string[]): void => {
    if (part.kind === "sign") return;
    if (part.kind === "repeat") {
      if (part.most > 100) {
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
  // What a dot does not take, and where a text need not end, is more than a line break.
  const suffixes = pattern.includes(".") ? ["\x01", "\u2028\x01"] : ["\x01"];
  return [...pumps]
    .slice(0, 12)
    .flatMap((pump) =>
      [...prefixes].slice(0, 4).flatMap((prefix) => suffixes.map((suffix) => ({ prefix, pump, suffix }))),
    );
}
