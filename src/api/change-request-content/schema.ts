import { Type } from "@sinclair/typebox";
import { ChangeRequest } from "../change-requests/index.ts";
import { ContentOutcome } from "../content/index.ts";

export const AuthoringQuery = Type.Object({
  compat: Type.Boolean({
    default: true,
    description: "False answers with the pages that were touched and the files that were inserted, too.",
  }),
});

/** What the changes did, and the change request after them. */
export const ChangedChangeRequest = Type.Composite(
  [Type.Object({ changeRequest: ChangeRequest }), ContentOutcome],
  { title: "ChangedChangeRequest" },
);

export const AuthoringReply = Type.Union([ChangeRequest, ChangedChangeRequest]);
