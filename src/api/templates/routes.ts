import { type Static, Type } from "@sinclair/typebox";
import type { Change } from "../../content/changes/index.ts";
import { limits } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { badInput, notFound, requireFound } from "../../platform/index.ts";
import type { Head } from "../../storage/repositories/index.ts";
import { findChangeRequest, onActiveChangeRequest } from "../change-requests/index.ts";
import {
  type ContentTarget,
  changeRequestContentTarget,
  commitChanges,
  openSpaceContent,
  primaryContentTarget,
} from "../content/index.ts";
import {
  type Call,
  HttpUrl,
  nothingToDo,
  nullable,
  type OperationGroup,
  operation,
  RecordOf,
  StringEnum,
} from "../http/index.ts";
import { onActiveSpace, onSpace, type SpaceRow } from "../spaces/index.ts";
import { changesFromTemplate, templateIdOf } from "./copy-page.ts";
import { findShippedPage, listShippedPages, spaceTemplates } from "./shipped-templates.ts";
import { findMarkedPages, markPage, unmarkPage } from "./store.ts";

const Id = Type.String({ minLength: 1, maxLength: 256 });

const Template = Type.Object(
  {
    object: Type.Literal("template"),
    id: Type.String(),
    kind: StringEnum(["page", "space"]),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    emoji: Type.Optional(Type.String()),
    space: Type.Optional(
      Type.Object({ id: Type.String(), title: Type.String() }, { description: "The space of the page." }),
    ),
    page: Type.Optional(Type.String({ description: "The page that is the template." })),
  },
  { title: "Template" },
);

const TemplateUse = Type.Object({
  template: Type.String({ minLength: 1, maxLength: 256, description: "The id of a template of a page." }),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: limits.pageTitle, pattern: "\\S" })),
  into: Type.Optional(nullable(Id)),
  at: Type.Optional(Type.Integer({ minimum: 0 })),
});

const CreatedPage = Type.Object(
  {
    object: Type.Literal("page"),
    id: Type.String(),
    revision: Type.String({ description: "The revision with the page." }),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "PageFromTemplate" },
);

const TemplateApplication = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256, description: "The id of a template." }),
  params: Type.Optional(Type.Object({ contentRefs: Type.Optional(RecordOf(Type.Unknown())) })),
  changeRequestId: Type.Optional(Id),
});

export const templates: OperationGroup = {
  title: "Templates",
  operations: [
    operation("listTemplates", "GET /spaces/:spaceId/templates", {
      summary: "List the templates for a space: those of the server, and pages of the organization",
      access: onSpace("read"),
      reply: { 200: Type.Object({ items: Type.Array(Template) }) },
      handle: async ({ context, member }) => {
        const shipped = (await listShippedPages()).map(({ markdown, ...page }) => present("page", page));
        const spaces = spaceTemplates.map(({ pages, ...space }) => present("space", space));
        const marked = (await findMarkedPages(context, member)).map(presentMarked);
        return { items: [...marked, ...shipped, ...spaces] };
      },
    }),

    operation("markPageAsTemplate", "POST /spaces/:spaceId/content/page/:pageId/template", {
      summary: "Make a page of a space's primary content a template",
      access: onActiveSpace("edit"),
      reply: { 200: Template },
      handle: async ({ context, space, params: { pageId } }) => {
        const page = await findPage(openSpaceContent(context, space, space.root), pageId);
        const record = requireFound(page, "Page");
        if (record.type !== "document") throw badInput("pageId", `a ${record.type} cannot be a template`);
        await markPage(context, space, pageId);
        return presentMarked({ space, id: pageId, record });
      },
    }),

    operation("unmarkPageAsTemplate", "DELETE /spaces/:spaceId/content/page/:pageId/template", {
      summary: "Make a page no template any more. Pages that were created from it stay",
      access: onActiveSpace("edit"),
      reply: { 205: null },
      noopStatus: 204,
      handle: async ({ context, space, params }) =>
        (await unmarkPage(context, space, params.pageId)) ? undefined : nothingToDo,
    }),

    operation("createPageFromTemplate", "POST /spaces/:spaceId/content/page-from-template", {
      summary:
        "Add a copy of a template to the primary content, with the files, reusable contents and variables that it uses",
      access: onActiveSpace("edit"),
      body: TemplateUse,
      reply: { 201: CreatedPage },
      handle: (call) =>
        createPage(call, call.space, primaryContentTarget(call.context, call.space), call.body),
    }),

    operation(
      "createChangeRequestPageFromTemplate",
      "POST /spaces/:spaceId/change-requests/:changeRequestId/content/page-from-template",
      {
        summary:
          "Add a copy of a template to a change request, with the files, reusable contents and variables that it uses",
        access: onActiveChangeRequest("edit"),
        body: TemplateUse,
        reply: { 201: CreatedPage },
        handle: (call) => {
          const { context, changeRequest, caller, space } = call;
          const target = changeRequestContentTarget(context, changeRequest, caller.userId, "");
          return createPage(call, space, target, call.body);
        },
      },
    ),

    operation("applyTemplateToSpace", "POST /spaces/:spaceId/content/template", {
      summary: "Add the pages of a template to a space or to a change request",
      access: onActiveSpace("edit"),
      body: TemplateApplication,
      reply: { 201: null },
      location: (_, { context, params }) => context.urls.api(`/spaces/${params.spaceId}/content`),
      handle: async (call) => {
        const { context, caller, space, body } = call;
        if (body.changeRequestId === undefined) {
          await applyToSpace(call, space, primaryContentTarget(context, space), body.id);
          return;
        }
        const found = await findChangeRequest(context.database.read, space, body.changeRequestId);
        if (found === undefined) throw notFound("changeRequestId: Change request");
        const target = changeRequestContentTarget(context, found, caller.userId, "");
        await applyToSpace(call, space, target, body.id);
      },
    }),
  ],
};

type Shown = Pick<Static<typeof Template>, "id" | "title" | "description" | "icon" | "emoji">;

function present(kind: "page" | "space", shown: Shown): Static<typeof Template> {
  return { object: "template", kind, ...shown };
}

function presentMarked({
  space,
  id,
  record: { title, description, icon, emoji },
}: Awaited<ReturnType<typeof findMarkedPages>>[number]): Static<typeof Template> {
  const shown = {
    title,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(emoji !== undefined && { emoji }),
  };
  const source = { space: { id: space.id, title: space.title }, page: id };
  return { ...present("page", { id: templateIdOf(space.id, id), ...shown }), ...source };
}

async function createPage<H extends Head>(
  call: Call,
  space: SpaceRow,
  target: ContentTarget<H>,
  { template, title, into, at }: Static<typeof TemplateUse>,
) {
  // Refuses a locked space or a merged change request before files are copied.
  const { root } = await target.read();
  const changes = await changesFromTemplate(call.context, { space, root }, call.caller.userId, template, {
    ...(title !== undefined && { title }),
    ...(into !== null && into !== undefined && { into }),
    ...(at !== undefined && { at }),
  });
  const { pages, revision } = await apply(call, target, changes);
  const id = pages[0] ?? "";
  const urls = { location: call.context.urls.api(`${target.path}/page/${id}`) };
  return { object: "page" as const, id, revision, urls };
}

async function apply<H extends Head>(call: Call, target: ContentTarget<H>, changes: readonly Change[]) {
  const { outcome, revisionId } = await commitChanges({ ...call, ifMatch: undefined }, target, {
    changes,
    uploads: [],
  });
  const pages = outcome.changes.map(({ page }) => (typeof page === "string" ? page : page.id));
  return { pages, revision: revisionId };
}

/** Adds the pages of a template of a space, or the page of another template. */
async function applyToSpace<H extends Head>(
  call: Call,
  space: SpaceRow,
  target: ContentTarget<H>,
  id: string,
): Promise<void> {
  const template = spaceTemplates.find((candidate) => candidate.id === id);
  const changes =
    template === undefined
      ? await changesFromTemplate(
          call.context,
          { space, root: (await target.read()).root },
          call.caller.userId,
          id,
          {},
        )
      : await changesOfSpaceTemplate(template);
  await apply(call, target, changes);
}

async function changesOfSpaceTemplate(template: (typeof spaceTemplates)[number]): Promise<Change[]> {
  const changes: Change[] = [];
  const insert = async (name: string, into?: string) => {
    const { id: _, markdown, ...attributes } = requireFound(await findShippedPage(name), "Template");
    const document = { markdown };
    changes.push({ operation: "insert_page", ...attributes, document, ...(into !== undefined && { into }) });
  };
  for (const [i, page] of template.pages.entries()) {
    if (typeof page === "string") {
      await insert(page);
      continue;
    }
    const ref = `template~group~${i}`;
    changes.push({ operation: "insert_page", type: "group", title: page.group, ref });
    for (const name of page.pages) await insert(name, ref);
  }
  return changes;
}
