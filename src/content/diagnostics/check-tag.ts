import { timestampOf } from "../document/index.ts";
import { ExpressionError, parseExpression } from "../expressions/index.ts";
import { isContainer, isIntegration, type RawBlock, type Tag } from "../markdown/syntax/index.ts";
import { error, type ProblemKind, warning } from "./problem.ts";
import { tagRules } from "./tag-rules.ts";

type TagBlock = Extract<RawBlock, { kind: "tag" | "void-tag" }>;

/** Checks a tag that the parser has read: its attributes, its place and its content. */
export function* checkTag(block: TagBlock, parent: RawBlock): Generator<ProblemKind> {
  const { tag } = block;
  if (tag.name === "if") yield* checkCondition(tag);
  else if (tag.name === "include") yield* checkInclude(tag);
  else if (isIntegration(tag.name)) yield* checkIntegration(tag);
  else yield* checkAttributes(tag);
  yield* checkPlace(tag, parent);
  if (block.kind === "tag") yield* checkContent(block);
}

function* checkCondition({ argument }: Tag): Generator<ProblemKind> {
  if (argument === "") {
    yield error(
      "invalid-expression",
      'Write a condition after `if`, such as `visitor.claims.plan == "pro"`.',
    );
    return;
  }
  try {
    parseExpression(argument);
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause;
    yield error("invalid-expression", `Correct the condition: ${cause.message}.`);
  }
}

function* checkInclude({ argument }: Tag): Generator<ProblemKind> {
  if (!/^"[^"]+"$/.test(argument))
    yield error("missing-attribute", 'Write the path of the content after `include`: `{% include "…" %}`.');
}

function* checkIntegration({ attributes, argument }: Tag): Generator<ProblemKind> {
  if (attributes.size === 0 && argument !== "")
    yield error("tag-syntax", 'Write attributes as `name="value"`, with a space between two of them.');
}

function* checkAttributes({ name, attributes, argument }: Tag): Generator<ProblemKind> {
  const rule = tagRules[name];
  if (rule === undefined) return;
  if (attributes.size === 0 && argument !== "") {
    yield error("tag-syntax", 'Write attributes as `name="value"`, with a space between two of them.');
    return;
  }
  for (const required of rule.required ?? []) if (!attributes.get(required)) yield missing(name, required);
  for (const [key, value] of attributes) {
    const values = Object.hasOwn(rule.attributes, key) ? rule.attributes[key] : undefined;
    const allowed = Object.keys(rule.attributes);
    if (values === undefined)
      yield warning(
        "unknown-attribute",
        `Remove \`${key}\`: \`${name}\` has ${allowed.length === 0 ? "no attributes" : `only ${list(allowed)}`}.`,
      );
    else if (!isAllowed(String(value), values))
      yield warning("attribute-value", `Change \`${key}\` to ${describe(values)}.`);
  }
  if (
    name === "update" &&
    attributes.get("date") &&
    timestampOf(String(attributes.get("date"))) === undefined
  )
    yield error("attribute-value", "Change `date` to a date such as `2026-01-31`.");
}

function missing(name: string, attribute: string): ProblemKind {
  const message = `Add \`${attribute}="…"\` to \`${name}\`.`;
  // A tab without a title is shown with a number.
  return name === "tab" ? warning("missing-attribute", message) : error("missing-attribute", message);
}

function isAllowed(value: string, values: (typeof tagRules)[string]["attributes"][string]): boolean {
  if (values === "text") return true;
  if (values === "flag") return value === "true" || value === "false";
  return values === "number" ? /^\d+$/.test(value) : values.includes(value);
}

function describe(values: (typeof tagRules)[string]["attributes"][string]): string {
  if (values === "text") return "text";
  if (values === "flag") return "`true` or `false`";
  return values === "number" ? "a number" : list(values, "or");
}

function list(names: readonly string[], conjunction = "and"): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2
    ? quoted.join("")
    : `${quoted.slice(0, -1).join(", ")} ${conjunction} ${quoted.at(-1)}`;
}

function* checkPlace({ name }: Tag, parent: RawBlock): Generator<ProblemKind> {
  const needed = tagRules[name]?.parent;
  if (needed === undefined || (parent.kind === "tag" && parent.tag.name === needed)) return;
  yield error("misplaced-tag", `Put \`{% ${name} %}\` directly into \`{% ${needed} %}\`.`);
}

function* checkContent({ tag: { name }, children, end }: Extract<RawBlock, { kind: "tag" }>) {
  if (end === undefined) return;
  if (name === "code" || name === "prompt") {
    const [code, ...others] = children;
    if (code?.kind !== "code" || others.length > 0)
      yield error("tag-content", `Put exactly one block of code into \`{% ${name} %}\`.`);
  }
  const part = tagRules[name]?.parts;
  if (part === undefined) return;
  const isPart = (child: RawBlock) => child.kind === "tag" && child.tag.name === part;
  if (!children.some(isPart)) yield error("tag-content", `Put a \`{% ${part} %}\` into \`{% ${name} %}\`.`);
  else if (!children.every((child) => isPart(child) || isComment(child)))
    yield warning("tag-content", `Put all content of \`{% ${name} %}\` into \`{% ${part} %}\`.`);
}

function isComment(block: RawBlock): boolean {
  return !isContainer(block) && block.kind === "element" && block.name === "!--";
}
