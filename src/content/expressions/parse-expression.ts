/** The syntax tree of an expression. Expressions read and compare values; they have no side effects. */
export type Expression =
  | { readonly kind: "value"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "name"; readonly name: string; readonly at: number }
  | { readonly kind: "member"; readonly of: Expression; readonly name: Expression; readonly at: number }
  | { readonly kind: "not"; readonly of: Expression }
  | {
      readonly kind: "operation";
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    };

/** Binary operators, in order of increasing precedence. */
const operators = [["||"], ["&&"], ["==", "!=", "===", "!=="], ["<", "<=", ">", ">=", "in"]] as const;
export type Operator = (typeof operators)[number][number];

export class ExpressionError extends Error {
  constructor(rule: string, at: number) {
    super(`${rule} at character ${at + 1}`);
  }
}

interface Token {
  readonly kind: "value" | "name" | "mark" | "end";
  readonly text: string;
  readonly value?: string | number;
  readonly at: number;
}

const tokens =
  /(\s*)(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?)|([\p{L}_$][\p{L}\p{N}_$-]*)|(===|!==|==|!=|<=|>=|&&|\|\||[<>!.,()[\]])|$)/uy;
const maxDepth = 64;
/** Bounds the depth of the syntax tree. */
const maxTokens = 1000;

/** Parses an expression of comparisons, `&&`, `||`, `!`, `in`, literals and members. */
export function parseExpression(source: string): Expression {
  return new Parser(tokensOf(source)).whole();
}

function tokensOf(source: string): Token[] {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  for (;;) {
    const { lastIndex } = tokens;
    if (found.length > maxTokens) throw new ExpressionError("it is too long", lastIndex);
    const match = tokens.exec(source);
    if (match === null)
      throw new ExpressionError(
        "there is something unexpected",
        lastIndex + (/^\s*/.exec(source.slice(lastIndex))?.[0].length ?? 0),
      );
    const [, space = "", quoted, number, name, mark] = match;
    const at = lastIndex + space.length;
    if (quoted !== undefined)
      found.push({ kind: "value", text: quoted, value: quoted.slice(1, -1).replace(/\\(.)/g, "$1"), at });
    else if (number !== undefined) found.push({ kind: "value", text: number, value: Number(number), at });
    else if (name !== undefined) found.push({ kind: "name", text: name, at });
    else if (mark !== undefined) found.push({ kind: "mark", text: mark, at });
    else return [...found, { kind: "end", text: "", at: source.length }];
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(all: readonly Token[]) {
    this.#tokens = all;
  }

  whole(): Expression {
    const expression = this.#binary(1);
    if (this.#token.kind !== "end")
      throw new ExpressionError(`${this.#token.text} is unexpected`, this.#token.at);
    return expression;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: "end", text: "", at: 0 };
  }

  #binary(minPrecedence: number): Expression {
    if (++this.#depth > maxDepth) throw new ExpressionError("it is nested too deeply", this.#token.at);
    let left = this.#unary();
    for (;;) {
      const operator = this.#token.text as Operator;
      const isOperator = (level: readonly string[]) => level.includes(operator);
      const precedence = this.#token.kind === "value" ? 0 : operators.findIndex(isOperator) + 1;
      if (precedence < minPrecedence) break;
      this.#next++;
      left = { kind: "operation", operator, left, right: this.#binary(precedence + 1) };
    }
    this.#depth--;
    return left;
  }

  #unary(): Expression {
    let nots = 0;
    while (this.#takes("!")) nots++;
    let expression = this.#member();
    for (; nots > 0; nots--) expression = { kind: "not", of: expression };
    return expression;
  }

  #member(): Expression {
    let of = this.#primary();
    for (;;) {
      if (this.#takes(".")) {
        const { kind, text, at } = this.#token;
        if (kind !== "name") throw new ExpressionError("a name is missing", at);
        this.#next++;
        of = { kind: "member", of, name: { kind: "value", value: text }, at };
      } else if (this.#takes("[")) {
        const { at } = this.#token;
        of = { kind: "member", of, name: this.#binary(1), at };
        this.#expect("]");
      } else return of;
    }
  }

  #primary(): Expression {
    const { kind, text, value, at } = this.#token;
    if (this.#takes("(")) {
      const inner = this.#binary(1);
      this.#expect(")");
      return inner;
    }
    if (this.#takes("[")) return this.#list();
    this.#next++;
    if (kind === "value") return { kind: "value", value: value ?? "" };
    if (kind !== "name" || text === "in") throw new ExpressionError("a value is missing", at);
    if (text === "true" || text === "false") return { kind: "value", value: text === "true" };
    if (text === "null" || text === "undefined") return { kind: "value", value: null };
    return { kind: "name", name: text, at };
  }

  #list(): Expression {
    const items: Expression[] = [];
    while (!this.#takes("]")) {
      if (items.length > 0) this.#expect(",");
      items.push(this.#binary(1));
    }
    return { kind: "list", items };
  }

  #takes(mark: string): boolean {
    const isHere = this.#token.kind === "mark" && this.#token.text === mark;
    if (isHere) this.#next++;
    return isHere;
  }

  #expect(mark: string): void {
    if (!this.#takes(mark)) throw new ExpressionError(`${mark} is missing`, this.#token.at);
  }
}
