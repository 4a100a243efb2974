import { emptyContent } from "../../content/content.ts";
import { type Chapter, operation } from "../../http/operation.ts";
import { parentsOf } from "../../repositories/revisions.ts";
import { onLivingSpace } from "../spaces/access.ts";
import { readSpace } from "../spaces/read-space.ts";
import { onPrimaryContent, onRevision, openContentOf, readRevision, versionOf } from "./access.ts";
import { changePrimaryContent } from "./change-content.ts";
import { ChangedSpace, ContentChanges } from "./change-schema.ts";
import { presentChanges } from "./present-changes.ts";
import { readOperations } from "./read-routes.ts";
import { ChangesQuery, SemanticChanges } from "./schema.ts";

/** Where files are sent. */
const largeBody = 20 * 1024 * 1024;

export const content: Chapter = {
  title: "Content of spaces",
  operations: [
    ...readOperations({
      path: "/spaces/:spaceId/content",
      access: onPrimaryContent("read"),
      name: "a space's primary content",
      ids: {
        revision: "getCurrentRevision",
        pages: "listPages",
        page: "getPageById",
        pageByPath: "getPageByPath",
        files: "listFiles",
        file: "getFileById",
        reusableContent: "getReusableContentById",
      },
    }),

    operation({
      id: "updateSpaceContent",
      method: "POST",
      path: "/spaces/:spaceId/content",
      summary:
        "Change the primary content of an unlocked space, by a batch of changes that is made as a whole",
      access: onLivingSpace("edit"),
      body: ContentChanges,
      bodyLimit: largeBody,
      reply: { 200: ChangedSpace },
      handle: async (call) => {
        const { space, body } = call;
        const outcome = await changePrimaryContent(call, space, body.changes);
        return { ...(await readSpace(call, space.id)), ...outcome };
      },
    }),

    ...readOperations({
      path: "/spaces/:spaceId/revisions/:revisionId",
      access: onRevision("read"),
      name: "a revision",
      ids: {
        revision: "getRevisionById",
        pages: "listPagesInRevisionById",
        page: "getPageInRevisionById",
        pageByPath: "getPageInRevisionByPath",
        files: "listFilesInRevisionById",
        file: "getFileInRevisionById",
        reusableContent: "getReusableContentInRevisionById",
      },
    }),

    operation({
      id: "getRevisionSemanticChanges",
      method: "GET",
      path: "/spaces/:spaceId/revisions/:revisionId/changes",
      summary: "Read what a revision changed of the one before it",
      access: onRevision("read"),
      query: ChangesQuery,
      version: ({ context, revision }) => versionOf(context, revision.id),
      reply: { 200: SemanticChanges },
      handle: async ({ context, space, revision, query }) => {
        const after = openContentOf(context, space, revision.root);
        const [parent] = parentsOf(revision);
        const before =
          parent === undefined
            ? emptyContent(after.nodes)
            : openContentOf(context, space, (await readRevision(context, space, parent)).root);
        return presentChanges(context, space.id, before, after, query.limit);
      },
    }),
  ],
};
