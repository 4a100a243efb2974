// The child process that creates or removes the sample site. It loads the code of imports, which the server does not.
import type { Config } from "../config/index.ts";
import { runChildProgram } from "../platform/child-process/index.ts";
import { LecternError } from "../platform/index.ts";
import { openContext } from "../server/index.ts";
import { createSampleSite, removeSampleSite, type SampleSite } from "./sample-site.ts";

export interface SampleTask {
  readonly config: Config;
  readonly organizationId: string;
  readonly action: "create" | "remove";
}

/** The site after the task; undefined if there is none. */
export type SampleResult = SampleSite | undefined;

runChildProgram<SampleTask, SampleResult>({
  run: async ({ config, organizationId, action }) => {
    const context = await openContext({ ...config, logLevel: "silent" });
    try {
      return action === "create"
        ? await createSampleSite(context, organizationId)
        : await removeSampleSite(context, organizationId);
    } finally {
      await context.close();
    }
  },
  toClientError: (error) => (error instanceof LecternError ? error : undefined),
});
