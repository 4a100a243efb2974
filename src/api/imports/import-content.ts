import type { Config } from "../../config/index.ts";
import { openContent } from "../../content/index.ts";
import { extentOf, findPage } from "../../content/pages/index.ts";
import type { TargetPage } from "../../importing/changes/index.ts";
import type { ImportContext, ImportOptions } from "../../importing/source/index.ts";
import {
  clientDisconnected,
  withChildProcess,
  withTemporaryFolder,
} from "../../platform/child-process/index.ts";
import { badInput, ConcurrencyLimiter, conflict, requireFound } from "../../platform/index.ts";
import type { Head } from "../../storage/repositories/index.ts";
import type { ChangeRequestRow } from "../change-requests/index.ts";
import {
  type ChangeCall,
  type ContentTarget,
  changeRequestContentTarget,
  primaryContentTarget,
  requireIfMatch,
} from "../content/index.ts";
import type { Call, Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import type { ImportResult } from "./routes.ts";

/** The message that starts an import in a child process. */
export interface ImportTask {
  readonly config: Config;
  readonly options: Omit<ImportOptions, "allowPrivateNetwork">;
  readonly target: ImportTarget;
  readonly targetPage: TargetPage | undefined;
  readonly replaces: boolean | undefined;
  readonly origin: string | undefined;
  readonly userId: string;
  readonly ifMatch: string | undefined;
}

/** A message from the child process before its result. */
export type ImportMessage =
  | { readonly progress: Parameters<ImportContext["report"]>[0] }
  /** The source has been read. The child process waits for a message before it changes the content. */
  | { readonly isRead: true };

interface Source extends Pick<ImportOptions, "source" | "from" | "directory"> {
  /** The id of the page to import into. */
  readonly page?: string | undefined;
  /** Whether the import replaces the content. */
  readonly replaces?: boolean | undefined;
  /** The id that the imported space has in GitBook. */
  readonly origin?: string | undefined;
}

interface Options {
  /** Throws if the caller may no longer change the content. */
  readonly requireAccess?: () => Promise<unknown>;
  readonly report?: ImportContext["report"];
}

/** Limits the concurrent imports, in total and for one organization. */
const slots = new ConcurrencyLimiter({
  names: ["import", "imports"],
  owner: "organization",
  concurrent: 4,
  perOwner: 2,
  retryAfter: 60,
});

/** The heap size of the child process in megabytes. */
const heap = 256;

/** The time limit for reading the source, and again for applying the changes. */
const timeoutMinutes = 20;

/** Imports a source as one new revision. A child process does the work. */
export async function importContent(
  call: ChangeCall & Partial<Pick<Call, "onDisconnect">>,
  importTarget: ImportTarget,
  { page, source, from, directory, replaces, origin }: Source,
  { requireAccess, report = () => {} }: Options,
): Promise<ImportResult> {
  const { context, caller, ifMatch } = call;
  const target = openTarget(context, importTarget, caller.userId);
  const head = await target.read();
  requireIfMatch(call, target, head);
  const targetPage = await findTargetPage(head, page);
  const read = Promise.withResolvers<void>();
  const options = {
    script: context.childPrograms.importer,
    name: "import",
    memory: { heap },
    timeoutMinutes,
    timeoutError: badInput("url", `takes longer than ${timeoutMinutes} minutes to import`),
    memoryError: badInput("url", "needs more memory than an import may use"),
    onMessage: (message: ImportMessage) =>
      "progress" in message ? report(message.progress) : read.resolve(),
  };
  const runImport = (folder: string) =>
    withChildProcess<ImportResult, ImportMessage, ImportResult>(options, async (child) => {
      child.result.catch(read.reject);
      // A client that disconnects while the source is read cancels the import.
      let isReading = true;
      call.onDisconnect?.(() => isReading && child.fail(clientDisconnected("import")));
      child.send({
        config: context.config,
        options: { source, from, directory, folder },
        target: importTarget,
        targetPage,
        replaces,
        origin,
        userId: caller.userId,
        ifMatch,
      } satisfies ImportTask);
      await read.promise;
      isReading = false;
      child.restartTimeout();
      return context.headMutex.run(target.mutexKey, async () => {
        // Access may have changed since the import started.
        await requireAccess?.();
        child.send("go");
        return child.result;
      });
    });
  return slots.run(target.organizationId, () => withTemporaryFolder(runImport));
}

async function findTargetPage({ nodes, root }: Head, id: string | undefined) {
  if (id === undefined) return undefined;
  const content = openContent(nodes, root);
  const page = requireFound(await findPage(content, id), `Page ${id}`);
  if (page.type === "link") throw conflict("A link page cannot have text or subpages");
  // An existing document is not overwritten.
  const takesFirstDocument = page.type === "document" && page.document === undefined;
  return { id, takesFirstDocument, extent: await extentOf(content, page) };
}

/** The content that an import changes, as sent to the child process. */
export type ImportTarget =
  | { readonly space: SpaceRow }
  | {
      readonly changeRequest: ChangeRequestRow;
      /** The path of the content in the caller's request, on which entity tags depend. */
      readonly readPath: string;
    };

export function openTarget(context: Context, target: ImportTarget, userId: string): ContentTarget {
  if ("space" in target) return primaryContentTarget(context, target.space);
  const { changeRequest, readPath } = target;
  return changeRequestContentTarget(context, changeRequest, userId, readPath) as ContentTarget;
}
