import type { Config } from "../../config/index.ts";
import type { Home } from "../../importing/changes/index.ts";
import type { ImportContext, ImportOptions } from "../../importing/source/index.ts";
import { nobodyWaits, withChild } from "../../platform/child-process/index.ts";
import { badInput } from "../../platform/index.ts";
import type { Call } from "../http/index.ts";
import type { ImportTarget } from "./import-target.ts";
import type { ImportResult } from "./schema.ts";

/** All that the process of one import is told. */
export interface ImportTask {
  readonly config: Config;
  readonly order: Omit<ImportOptions, "allowPrivateNetwork">;
  readonly into: ImportTarget;
  readonly userId: string;
  readonly home: Home | undefined;
  readonly ifMatch: string | undefined;
}

/** What that process says before it is done. */
export type ImportWords =
  | { readonly progress: Parameters<ImportContext["report"]>[0] }
  /** All is read, and can be put in: it waits for its turn. */
  | { readonly isRead: true };

interface Surroundings extends Pick<Call, "onHangUp"> {
  readonly program: URL;
  readonly report: ImportContext["report"];
  /** Runs what changes the content while no other change of it does, if that may still be done. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** In megabytes: what an import may take. */
const heap = 256;

/** In minutes: how long reading a source may take, and then putting it in. */
const patience = 20;

/** Imports in a process of its own: reading and putting in a whole site takes long. */
export async function importApart(
  task: ImportTask,
  { program, report, inTurn, onHangUp }: Surroundings,
): Promise<ImportResult> {
  const read = Promise.withResolvers<void>();
  const assignment = {
    script: program,
    name: "import",
    memory: { heap },
    patience,
    tooSlow: badInput("url", `takes longer than ${patience} minutes`),
    tooLarge: badInput("url", "takes more memory than an import has"),
    hear: (words: ImportWords) => ("progress" in words ? report(words.progress) : read.resolve()),
  };
  return withChild<ImportResult, ImportWords, ImportResult>(assignment, async (child) => {
    // Whatever goes wrong before all is read is told there.
    child.result.catch(read.reject);
    // Who is told nothing would import it again; what is being put in is put in.
    let isReading = true;
    onHangUp(() => isReading && child.fail(nobodyWaits("import")));
    child.tell(task);
    await read.promise;
    isReading = false;
    child.waitAgain();
    return inTurn(() => {
      child.tell("go");
      return child.result;
    });
  });
}
