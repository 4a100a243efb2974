import { type Static, Type } from "@sinclair/typebox";
import { findProblems, problemCodes, severities } from "../../content/diagnostics/index.ts";
import { limits } from "../../content/index.ts";
import { StringEnum } from "../http/index.ts";
import type { OnLinkedContent } from "./access.ts";
import { PageOption, pageOf } from "./convert.ts";

export const MarkdownCheck = Type.Object({
  markdown: Type.String({ maxLength: limits.document }),
  page: PageOption,
});

const MarkdownProblem = Type.Object(
  {
    code: StringEnum(problemCodes),
    severity: StringEnum(severities),
    message: Type.String({ description: "What to do about it." }),
    line: Type.Integer({ minimum: 1 }),
    column: Type.Integer({ minimum: 1, description: "In UTF-16 code units, as the length." }),
    length: Type.Integer({ minimum: 1 }),
  },
  { title: "MarkdownProblem" },
);

export const CheckedMarkdown = Type.Object({
  problems: Type.Array(MarkdownProblem, { description: "In the order of the text." }),
});

/** The number of problems in a reply. */
const maxProblems = 500;

export async function checkMarkdown({
  linked,
  content,
  body: { markdown, page },
}: OnLinkedContent & { readonly body: Static<typeof MarkdownCheck> }) {
  const { id } = await pageOf(content, page);
  return { problems: (await findProblems(linked, id, markdown)).slice(0, maxProblems) };
}
