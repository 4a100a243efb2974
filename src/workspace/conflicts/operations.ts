import {
  changeRequestPath,
  onActiveChangeRequest,
  onChangeRequest,
} from "../../api/change-requests/index.ts";
import {
  largeBodyLimit,
  listReply,
  type OperationGroup,
  operation,
  paginateArray,
} from "../../api/http/index.ts";
import { presentConflicts, readOpenConflicts } from "./read-conflicts.ts";
import { addHtml } from "./render.ts";
import { ConflictChoices, ConflictList, ConflictQuery, SettledConflicts } from "./schema.ts";
import { settleChosenConflicts } from "./settle-conflicts.ts";

const path = "/spaces/:spaceId/change-requests/:changeRequestId/conflicts";

/** The maximum length of the texts in a page of the list, in characters. */
const maxPageLength = 2_000_000;

export const conflicts: OperationGroup = {
  title: "Conflicts",
  operations: [
    operation("listChangeRequestConflicts", `GET ${path}`, {
      summary: "List the conflicts of a change request with the primary content that are not settled",
      access: onChangeRequest("read"),
      query: ConflictQuery,
      reply: { 200: ConflictList },
      handle: async (call) => {
        const { context, space, member, changeRequest, query } = call;
        const open = await readOpenConflicts(context, space, changeRequest);
        const items = [...open.conflicts.entries()];
        const page = paginateArray(call, items, ([i, { id }]) => `${i} ${id}`, {
          itemsAfter: (key) => {
            const [position = "0", id] = key.split(" ");
            const found = open.conflicts.findIndex((conflict) => conflict.id === id);
            // A conflict that is settled is no longer in the list: the next one has its position.
            return items.slice(found < 0 ? Number(position) : found + 1);
          },
          weight: {
            of: ([, { ours, theirs, base }]) => JSON.stringify([ours, theirs, base]).length,
            max: maxPageLength,
          },
        });
        const shown = page.rows.map(([, conflict]) => conflict);
        const presented = await presentConflicts(context, space.id, open, shown);
        const read = { space, member, content: open.content, path: changeRequestPath(changeRequest) };
        return {
          ...listReply(page, query.html ? await addHtml(context, read, open, shown, presented) : presented),
          revision: changeRequest.revision_id,
          total: open.conflicts.length + open.settled,
          settled: open.settled,
        };
      },
    }),

    operation("resolveChangeRequestConflicts", `POST ${path}/resolve`, {
      summary: "Settle conflicts of a change request by choosing a version of each, or writing another one",
      access: onActiveChangeRequest("edit"),
      body: ConflictChoices,
      bodyLimit: largeBodyLimit,
      reply: { 200: SettledConflicts },
      handle: ({ context, caller, changeRequest, body }) =>
        settleChosenConflicts(context, changeRequest, caller.userId, body),
    }),
  ],
};
