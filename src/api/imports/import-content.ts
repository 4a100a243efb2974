import { openContent } from "../../content/index.ts";
import { ancestorsOf, findPage } from "../../content/pages/index.ts";
import type { Home } from "../../importing/changes/index.ts";
import type { ImportContext, ImportOptions } from "../../importing/source/index.ts";
import { inOwnFolder, Slots } from "../../platform/child-process/index.ts";
import { conflict, notFound } from "../../platform/index.ts";
import type { Head } from "../../storage/repositories/index.ts";
import { type ChangeCall, requireIfMatch } from "../content/index.ts";
import type { Call } from "../http/index.ts";
import { type ImportTarget, openTarget } from "./import-target.ts";
import type { ImportResult } from "./schema.ts";

/** How many imports one process has others work on, and how many of them for one organization. */
const slots = new Slots({ names: ["import", "imports"], atOnce: 4, each: 2, retryAfter: 60 });

export interface Order extends Pick<ImportOptions, "source" | "from"> {
  /** The page that the import goes into: all goes below it, but where it is empty, the first page becomes its text. */
  readonly page?: string;
}

interface Options {
  /** Refuses who may not change the content any more, or while it cannot be changed. */
  readonly requireAccess?: () => Promise<unknown>;
  readonly report?: ImportContext["report"];
}

/** Brings the content of a source in, as one new revision. */
export async function importContent(
  call: ChangeCall & Partial<Pick<Call, "onHangUp">>,
  into: ImportTarget,
  { page, ...order }: Order,
  { requireAccess, report = () => {} }: Options,
): Promise<ImportResult> {
  const { context, caller, ifMatch } = call;
  const target = openTarget(context, into, caller.userId);
  // What cannot be changed needs not to be fetched.
  const head = await target.read();
  requireIfMatch(call, target, head);
  const home = await findHome(head, page);
  const inTurn = <T>(work: () => Promise<T>) =>
    context.headMutex.run(target.mutexKey, async () => {
      // Reading took its time.
      await requireAccess?.();
      return work();
    });
  const { importApart } = await import("./run-import.ts");
  return inPlace(target.organizationId, (folder) =>
    importApart(
      { config: context.config, order: { ...order, folder }, into, userId: caller.userId, home, ifMatch },
      {
        program: context.childPrograms.importer,
        report,
        inTurn,
        onHangUp: (callBack) => call.onHangUp?.(callBack),
      },
    ),
  );
}

/** The page that an import goes into; undefined where it goes to the top. */
async function findHome({ nodes, root }: Head, id: string | undefined): Promise<Home | undefined> {
  if (id === undefined) return undefined;
  const content = openContent(nodes, root);
  const page = await findPage(content, id);
  if (page === undefined) throw notFound(`Page ${id}`);
  if (page.type === "link") throw conflict("A link has no text, and no pages below it");
  // What somebody has written is not overwritten.
  const takesText = page.type === "document" && page.document === undefined;
  return { id, takesText, depth: 1 + (await ancestorsOf(content, page)).size };
}

/** Runs one more import, with a folder of its own, if there are not too many. */
function inPlace<T>(organizationId: string, work: (folder: string) => Promise<T>): Promise<T> {
  return slots.take(organizationId, () => inOwnFolder(work));
}
