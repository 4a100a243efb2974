import type { Config } from "../../config/index.ts";
import { openContent } from "../../content/index.ts";
import { extentOf, findPage } from "../../content/pages/index.ts";
import type { TargetPage } from "../../importing/changes/index.ts";
import type { ImportContext, ImportOptions, ImportProgress } from "../../importing/source/index.ts";
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
import type { RunAttempt } from "./run-store.ts";
import { RunWatch } from "./run-watch.ts";
import type { ImportResult } from "./schema.ts";

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
  readonly run: RunAttempt | undefined;
}

/** A message from the child process before its result. */
export type ImportMessage =
  | { readonly progress: ImportProgress }
  /** The source has been read. Its files are stored now. */
  | { readonly isStoring: true }
  /** Everything is prepared. The child process waits for a message before it changes the content. */
  | { readonly isRead: true };

export interface Source extends Pick<ImportOptions, "source" | "from" | "directory"> {
  /** The id of the page to import into. */
  readonly page?: string | undefined;
  /** Whether the import replaces the content. */
  readonly replaces?: boolean | undefined;
  /** The id that the imported space has in GitBook. */
  readonly origin?: string | undefined;
}

interface Options {
  /** The run that this import completes. */
  readonly run?: RunAttempt;
  /** Throws if the caller may no longer change the content. */
  readonly requireAccess?: () => Promise<unknown>;
  readonly report?: ImportContext["report"];
}

/** Limits the concurrent imports, in total and for one organization. */
export const importSlots = new ConcurrencyLimiter({
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
  { run, requireAccess, report = () => {} }: Options,
): Promise<ImportResult> {
  const { context, caller, ifMatch } = call;
  const { target, targetPage } = await openForImport(call, importTarget, page);
  const read = Promise.withResolvers<void>();
  let watch: RunWatch | undefined;
  const options = {
    script: context.childPrograms.importer,
    name: "import",
    memory: { heap },
    timeoutMinutes,
    timeoutError: badInput("url", `takes longer than ${timeoutMinutes} minutes to import`),
    memoryError: badInput("url", "needs more memory than an import may use"),
    onMessage: (message: ImportMessage) => {
      if ("progress" in message) {
        report(message.progress);
        watch?.show({ progress: message.progress });
      } else if ("isStoring" in message) watch?.show({ step: "storing" });
      else read.resolve();
    },
  };
  const runImport = (folder: string) =>
    withChildProcess<ImportResult, ImportMessage, ImportResult>(options, async (child) => {
      child.result.catch(read.reject);
      // A client that disconnects while the source is read cancels the import.
      let isReading = true;
      call.onDisconnect?.(() => isReading && child.fail(clientDisconnected("import")));
      watch = run && new RunWatch(context, run, child.fail);
      child.send({
        config: context.config,
        options: { source, from, directory, folder },
        target: importTarget,
        targetPage,
        replaces,
        origin,
        userId: caller.userId,
        ifMatch,
        run,
      } satisfies ImportTask);
      await read.promise;
      isReading = false;
      watch?.show({ step: "applying" });
      child.restartTimeout();
      return context.headMutex.run(target.mutexKey, async () => {
        // Access may have changed since the import started.
        await requireAccess?.();
        child.send("go");
        return child.result;
      });
    }).finally(() => watch?.stop());
  return withTemporaryFolder(runImport);
}

/** Opens the content, and refuses what cannot be imported into, before a source is read. */
export async function openForImport(call: ChangeCall, importTarget: ImportTarget, page: string | undefined) {
  const target = openTarget(call.context, importTarget, call.caller.userId);
  const head = await target.read();
  requireIfMatch(call, target, head);
  return { target, targetPage: await findTargetPage(head, page) };
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
