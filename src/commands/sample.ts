import { withChildProcess } from "../platform/child-process/index.ts";
import { LecternError } from "../platform/index.ts";
import type { Reader } from "../storage/database/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand } from "./database-command.ts";
import type { SampleResult, SampleTask } from "./sample-program.ts";

export const createSample = databaseCommand(async (database, { options, positionals: [unknown] }, config) => {
  if (unknown !== undefined) throw new UsageError(`Unknown parameter "${unknown}"`);
  const organizationId = options.organization ?? (await findFirstOrganization(database.read));
  const site = await runSampleProgram({ config, organizationId, action: "create" });
  if (site?.isNew === false) process.stderr.write("The sample site exists already\n");
  process.stdout.write(`${site?.url}\n`);
});

export const removeSample = databaseCommand(async (database, { options }, config) => {
  const organizationId = options.organization ?? (await findFirstOrganization(database.read));
  const site = await runSampleProgram({ config, organizationId, action: "remove" });
  if (site === undefined) throw new UsageError("There is no sample site");
  process.stdout.write(`${site.url}\n`);
});

/** The organization that the first start created. */
export async function findFirstOrganization(db: Reader): Promise<string> {
  const first = await db.selectFrom("organizations").select("id").orderBy("id").limit(1).executeTakeFirst();
  if (first === undefined) throw new UsageError("There is no organization");
  return first.id;
}

export function runSampleProgram(task: SampleTask): Promise<SampleResult> {
  const options = {
    script: new URL("./sample-program.ts", import.meta.url),
    name: "sample site",
    memory: { heap: 256 },
    timeoutMinutes: 2,
    timeoutError: new LecternError(500, "The sample site takes longer than two minutes"),
    memoryError: new LecternError(500, "The sample site needs too much memory"),
  };
  return withChildProcess<SampleResult, never, SampleResult>(options, (child) => {
    child.send(task);
    return child.result;
  });
}
