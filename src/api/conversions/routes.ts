import { largeBodyLimit, type OperationGroup, operation } from "../http/index.ts";
import { onChangeRequestContent, onPrimaryContent } from "./access.ts";
import { CheckedMarkdown, checkMarkdown, MarkdownCheck } from "./check-markdown.ts";
import { Conversion, Converted, convert } from "./convert.ts";

const changeRequestPath = "/spaces/:spaceId/change-requests/:changeRequestId";

export const conversions: OperationGroup = {
  title: "Conversions",
  operations: [
    operation("convertSpaceContent", "POST /spaces/:spaceId/content/convert", {
      summary:
        "Convert HTML or Markdown to blocks, or blocks to Markdown, with links to the pages of a space",
      access: onPrimaryContent(),
      body: Conversion,
      bodyLimit: largeBodyLimit,
      reply: { 200: Converted },
      handle: convert,
    }),

    operation("convertChangeRequestContent", `POST ${changeRequestPath}/content/convert`, {
      summary:
        "Convert HTML or Markdown to blocks, or blocks to Markdown, with links to the pages of a change request",
      access: onChangeRequestContent(),
      body: Conversion,
      bodyLimit: largeBodyLimit,
      reply: { 200: Converted },
      handle: convert,
    }),

    operation("checkSpaceMarkdown", "POST /spaces/:spaceId/content/check", {
      summary: "Find mistakes in the Markdown of a page: in tags, tables and references",
      access: onPrimaryContent(),
      body: MarkdownCheck,
      bodyLimit: largeBodyLimit,
      reply: { 200: CheckedMarkdown },
      handle: checkMarkdown,
    }),

    operation("checkChangeRequestMarkdown", `POST ${changeRequestPath}/content/check`, {
      summary: "Find mistakes in the Markdown of a page of a change request",
      access: onChangeRequestContent(),
      body: MarkdownCheck,
      bodyLimit: largeBodyLimit,
      reply: { 200: CheckedMarkdown },
      handle: checkMarkdown,
    }),
  ],
};
