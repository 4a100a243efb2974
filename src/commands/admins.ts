import { grantServerAdmin, listServerAdmins, revokeServerAdmin } from "../identity/roles/index.ts";
import { systemClock } from "../platform/index.ts";
import { UsageError } from "./command.ts";
import { databaseCommand, requireEmail, requireUser } from "./database-command.ts";

export const grantAdmin = databaseCommand(async (database, { options }) => {
  const email = requireEmail(options.email);
  await database.write(async (trx) =>
    grantServerAdmin(trx, (await requireUser(trx, email)).id, systemClock.now()),
  );
  process.stdout.write(`${email}\n`);
});

export const revokeAdmin = databaseCommand(async (database, { options }) => {
  const email = requireEmail(options.email);
  await database.write(async (trx) => {
    const remaining = await revokeServerAdmin(trx, (await requireUser(trx, email)).id);
    if (remaining === undefined) throw new UsageError(`${email} is not an admin of the server`);
    if (remaining === 0 && options.force === undefined)
      throw new UsageError(
        `${email} is the last admin of the server; make somebody else one first, or add --force`,
      );
  });
  process.stdout.write(`${email}\n`);
});

export const listAdmins = databaseCommand(async (database) => {
  for (const { id, email, granted_at } of await listServerAdmins(database.read))
    process.stdout.write(`${[id, email, granted_at].join("\t")}\n`);
});
