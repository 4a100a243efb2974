import { badInput, words } from "../../platform/index.ts";
import { ExpressionError, parseExpression, rootsOf } from "../expressions/index.ts";
import { type FrontMatter, wrongField } from "../markdown/index.ts";
import { isEmoji, limits, type PageAttributes } from "../model/index.ts";
import type { AuthoredAttributes } from "./change.ts";

const attributeNames = words(
  "title linkTitle emoji icon description hidden noIndex noRobotsIndex condition layout cover variables tags target",
) satisfies readonly (keyof PageAttributes)[];

/** The attributes that a change sets, without its position and document. */
export function attributesOf(change: AuthoredAttributes): PageAttributes {
  if (change.condition) requireExpression(change.condition, (rule) => badInput("condition", rule));
  // Null removes an attribute.
  return Object.fromEntries(
    attributeNames.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name] ?? undefined]])),
  );
}

/** Removes empty attributes, so that equal pages have equal records. */
export function withoutEmpty<T extends PageAttributes>(page: T): T {
  const isEmpty = (value: unknown): boolean =>
    value === "" ||
    value === false ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  const emptyNames = attributeNames.filter((name) => name !== "title" && isEmpty(page[name]));
  return { ...page, ...Object.fromEntries(emptyNames.map((name) => [name, undefined])) };
}

/** Validates front matter, which has not passed a JSON Schema. */
export function checkFrontMatter(front: FrontMatter): void {
  const checks: [field: string, value: string | undefined, maxLength: number][] = [
    ["title", front.title, limits.pageTitle],
    ["linkTitle", front.linkTitle, limits.linkTitle],
    ["description", front.description, limits.pageDescription],
    ["icon", front.icon, limits.icon],
    ["emoji", front.emoji, limits.emoji],
    ["if", front.condition, limits.condition],
    ["cover", front.cover, 2048],
    ["coverDark", front.coverDark, 2048],
  ];
  for (const [field, value = "", maxLength] of checks) {
    if ([...value].length > maxLength)
      throw wrongField(field, `must be at most ${maxLength} characters long`);
  }
  if (front.condition) requireExpression(front.condition, (rule) => wrongField("if", rule));
  const title = front.title?.trim();
  if (title === "") throw wrongField("title", "must not be empty");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected
  if (title !== undefined && /[\u0000-\u001f\u007f]/.test(title))
    throw wrongField("title", "must not contain control characters");
  if (front.emoji && !isEmoji(front.emoji)) throw wrongField("emoji", "must be an emoji");
  const variables = Object.entries(front.variables ?? {});
  if (variables.length > limits.pageVariables)
    throw wrongField("vars", `must have at most ${limits.pageVariables} fields`);
  for (const [name, value] of variables) {
    if (name.length > limits.variableName || value.length > limits.variableValue)
      throw wrongField(`vars.${name.slice(0, limits.variableName)}`, "is too long");
  }
}

function requireExpression(condition: string, fieldError: (rule: string) => Error): void {
  try {
    const unknown = [...rootsOf(parseExpression(condition))].find((name) => name !== "visitor");
    if (unknown !== undefined) throw fieldError(`refers to ${unknown}, but may only refer to visitor.claims`);
  } catch (error) {
    throw error instanceof ExpressionError ? fieldError(`is not a valid condition: ${error.message}`) : error;
  }
}
