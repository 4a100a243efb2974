/** The syntax tree of an expression. Expressions read and compare values; they have no side effects. */
export type Expression =
  | { readonly kind: "value"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "name"; readonly name: string; readonly position: number }
  | {
      readonly kind: "member";
      readonly object: Expression;
      readonly property: Expression;
      readonly position: number;
    }
  | { readonly kind: "not"; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    };

/** Binary operators, in order of increasing precedence. */
const operators = [["||"], ["&&"], ["==", "!=", "===", "!=="], ["<", "<=", ">", ">=", "in"]] as const;
export type Operator = (typeof operators)[number][number];

export class ExpressionError extends Error {
  constructor(problem: string, position: number) {
    super(`${problem} at position ${position + 1}`);
  }
}

interface Token {
  readonly kind: "value" | "name" | "punctuator" | "end";
  readonly text: string;
  readonly value?: string | number;
  readonly position: number;
}

const tokenPattern =
  /(\s*)(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?)|([\p{L}_$][\p{L}\p{N}_$-]*)|(===|!==|==|!=|<=|>=|&&|\|\||[<>!.,()[\]])|$)/uy;
const maxDepth = 64;
/** Limits the depth of chains such as `a.b.c`, which `maxDepth` does not limit. */
const maxTokens = 1000;

/** Parses an expression of comparisons, `&&`, `||`, `!`, `in`, literals and members. */
export function parseExpression(source: string): Expression {
  return new Parser(tokenize(source)).parse();
}

/** Parses an expression; undefined if it is invalid. */
export function tryParseExpression(source: string): Expression | undefined {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  for (;;) {
    const { lastIndex } = tokenPattern;
    if (tokens.length > maxTokens) throw new ExpressionError("too many tokens", lastIndex);
    const match = tokenPattern.exec(source);
    if (match === null)
      throw new ExpressionError(
        "unexpected character",
        lastIndex + (/^\s*/.exec(source.slice(lastIndex))?.[0].length ?? 0),
      );
    const [, space = "", quoted, number, name, punctuator] = match;
    const position = lastIndex + space.length;
    if (quoted !== undefined) tokens.push({ kind: "value", text: quoted, value: unquote(quoted), position });
    else if (number !== undefined)
      tokens.push({ kind: "value", text: number, value: Number(number), position });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, position });
    else if (punctuator !== undefined) tokens.push({ kind: "punctuator", text: punctuator, position });
    else return [...tokens, { kind: "end", text: "", position: source.length }];
  }
}

function unquote(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, "$1");
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression {
    const expression = this.#parseBinary(1);
    if (this.#token.kind !== "end")
      throw new ExpressionError(`unexpected token ${this.#token.text}`, this.#token.position);
    return expression;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: "end", text: "", position: 0 };
  }

  #parseBinary(minPrecedence: number): Expression {
    if (++this.#depth > maxDepth) throw new ExpressionError("nested too deeply", this.#token.position);
    let left = this.#parseUnary();
    for (;;) {
      const operator = this.#token.text as Operator;
      const isOperator = (level: readonly string[]) => level.includes(operator);
      const precedence = this.#token.kind === "value" ? 0 : operators.findIndex(isOperator) + 1;
      if (precedence < minPrecedence) break;
      this.#next++;
      left = { kind: "binary", operator, left, right: this.#parseBinary(precedence + 1) };
    }
    this.#depth--;
    return left;
  }

  #parseUnary(): Expression {
    let negations = 0;
    while (this.#accept("!")) negations++;
    let expression = this.#parseMember();
    for (; negations > 0; negations--) expression = { kind: "not", operand: expression };
    return expression;
  }

  #parseMember(): Expression {
    let object = this.#parsePrimary();
    for (;;) {
      if (this.#accept(".")) {
        const { kind, text, position } = this.#token;
        if (kind !== "name") throw new ExpressionError("expected a property name", position);
        this.#next++;
        object = { kind: "member", object, property: { kind: "value", value: text }, position };
      } else if (this.#accept("[")) {
        const { position } = this.#token;
        object = { kind: "member", object, property: this.#parseBinary(1), position };
        this.#expect("]");
      } else return object;
    }
  }

  #parsePrimary(): Expression {
    const { kind, text, value, position } = this.#token;
    if (this.#accept("(")) {
      const inner = this.#parseBinary(1);
      this.#expect(")");
      return inner;
    }
    if (this.#accept("[")) return this.#parseList();
    this.#next++;
    if (kind === "value") return { kind: "value", value: value ?? "" };
    if (kind !== "name" || text === "in") throw new ExpressionError("expected a value", position);
    if (text === "true" || text === "false") return { kind: "value", value: text === "true" };
    if (text === "null" || text === "undefined") return { kind: "value", value: null };
    return { kind: "name", name: text, position };
  }

  #parseList(): Expression {
    const items: Expression[] = [];
    while (!this.#accept("]")) {
      if (items.length > 0) this.#expect(",");
      items.push(this.#parseBinary(1));
    }
    return { kind: "list", items };
  }

  #accept(punctuator: string): boolean {
    const isNext = this.#token.kind === "punctuator" && this.#token.text === punctuator;
    if (isNext) this.#next++;
    return isNext;
  }

  #expect(punctuator: string): void {
    if (!this.#accept(punctuator)) throw new ExpressionError(`expected ${punctuator}`, this.#token.position);
  }
}
