import { isServerAdmin } from "../../identity/roles/index.ts";
import { forbidden } from "../../platform/index.ts";
import { type Access, type Call, onlyOrganizationOf } from "../http/index.ts";

/** Grants access to admins of the server. The command line makes somebody one. */
export function onServer(): Access<object, unknown> {
  return {
    rule: "Admins of the server",
    resolve: async (call) => {
      await requireServerAdmin(call);
      return {};
    },
  };
}

/** A session or token that is limited to an organization proves too little. */
export async function requireServerAdmin({
  context,
  caller,
}: Pick<Call, "context" | "caller">): Promise<void> {
  const isAllowed =
    caller.visitor === undefined &&
    onlyOrganizationOf(caller) === undefined &&
    (await isServerAdmin(context.database.read, caller.userId));
  if (!isAllowed) throw forbidden("Only admins of the server may do this");
}

/** Every change by an admin is in the log, with who made it. */
export function logChange(
  { context, caller }: Pick<Call, "context" | "caller">,
  change: string,
  details = {},
) {
  context.log.info({ admin: caller.userId, change, ...details }, "an admin has changed the server");
}
