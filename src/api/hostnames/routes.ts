import { Type } from "@sinclair/typebox";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import { addMilliseconds, LecternError, notFound } from "../../platform/index.ts";
import { updateSiteRow } from "../../publishing/index.ts";
import type { Flag, HostnameStatus } from "../../storage/database/index.ts";
import {
  type Access,
  type Context,
  HttpUrl,
  type OperationGroup,
  operation,
  StringEnum,
} from "../http/index.ts";
import { requireRole } from "../organizations/index.ts";
import { checkHostname } from "./check-hostname.ts";

const path = "/custom-hostnames/:hostname";

/** How long the result of a check is used. */
const maxAge = 5 * 60_000;

const CustomHostname = Type.Object(
  {
    object: Type.Literal("custom-hostname"),
    hostname: Type.String(),
    target: Type.Object({ type: Type.Literal("site"), site: Type.String() }),
    isActive: Type.Boolean({ description: "Whether the site is published." }),
    status: StringEnum(
      [
        "live",
        "dns_passed",
        "dns_wrong_cname",
        "dns_no_cname",
        "ssl_failed",
        "ssl_unknown",
        "internal_error",
      ],
      { description: "Whether the name leads to this server, when it was last checked." },
    ),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "CustomHostname" },
);

interface OnHostname {
  readonly site: {
    readonly id: string;
    readonly organization_id: string;
    readonly hostname: string;
    readonly published: Flag;
  };
}

/** The host name in the path, for admins of the organization whose site has it. */
function onHostname(): Access<OnHostname, { readonly hostname: string }> {
  return {
    rule: "Organization role `admin` in the organization of the site with this host name",
    resolve: async ({ context, caller, params: { hostname } }) => {
      const found = await context.database.read
        .selectFrom("sites")
        .innerJoin("members", "members.organization_id", "sites.organization_id")
        .where("sites.hostname", "=", hostname)
        .where("members.user_id", "=", caller.userId)
        .where("members.disabled", "=", 0)
        .select(["sites.id", "sites.organization_id", "sites.published", "members.role"])
        .executeTakeFirst();
      // Guests of the organization have no access to sites.
      if (found === undefined || !includesRole(found.role, "read")) throw notFound("Custom hostname");
      const { role, ...site } = found;
      requireRole(role satisfies Role | null, "admin");
      return { site: { ...site, hostname } };
    },
  };
}

export const hostnames: OperationGroup = {
  title: "Custom hostnames",
  operations: [
    operation("getCustomHostname", `GET ${path}`, {
      summary: "Read the host name of a site, and whether it leads to this server",
      access: onHostname(),
      reply: { 200: CustomHostname },
      handle: async ({ context, site }) => ({
        object: "custom-hostname" as const,
        hostname: site.hostname,
        target: { type: "site" as const, site: site.id },
        isActive: site.published === 1,
        status: (await findStatus(context, site)) ?? (await check(context, site)),
        urls: { location: context.urls.api(`/custom-hostnames/${site.hostname}`) },
      }),
    }),

    operation("dnsRevalidateCustomHostname", `PATCH ${path}`, {
      summary: "Check again whether the host name of a site leads to this server",
      access: onHostname(),
      reply: { 204: null },
      handle: async ({ context, site }) => {
        if (site.published === 0)
          throw new LecternError(400, "hostname: the site is not published, so its host name is not in use");
        await check(context, site);
      },
    }),

    operation("removeCustomHostname", `DELETE ${path}`, {
      summary: "Remove the host name of a site, which keeps its other URL",
      access: onHostname(),
      reply: { 205: null },
      handle: async ({ context, site }) => {
        await context.database.write((trx) => updateSiteRow(trx, site, { hostname: null }), site.id);
      },
    }),
  ],
};

type HostnameSite = OnHostname["site"];

/** The status of a recent check, by any process. */
async function findStatus({ database, clock }: Context, { id, hostname }: HostnameSite) {
  const found = await database.read
    .selectFrom("hostname_checks")
    .where("site_id", "=", id)
    .where("hostname", "=", hostname)
    .where("checked_at", ">", addMilliseconds(clock.now(), -maxAge))
    .select("status")
    .executeTakeFirst();
  return found?.status;
}

/** Checks a host name and stores the result for all processes. */
async function check(context: Context, { id, hostname }: HostnameSite): Promise<HostnameStatus> {
  const result = {
    hostname,
    status: await checkHostname(context, hostname),
    checked_at: context.clock.now(),
  };
  await context.database.write(async (trx) => {
    const site = await trx.selectFrom("sites").where("id", "=", id).select("hostname").executeTakeFirst();
    // It may have been deleted or changed in the meantime.
    if (site?.hostname !== hostname) return;
    await trx
      .insertInto("hostname_checks")
      .values({ site_id: id, ...result })
      .onConflict((existing) => existing.column("site_id").doUpdateSet(result))
      .execute();
  });
  return result.status;
}
