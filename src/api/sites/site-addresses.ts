import { isIP } from "node:net";
import { Type } from "@sinclair/typebox";
import { publicUrl, serverUrl } from "../../publishing/index.ts";
import { HttpUrl, operation, StringEnum } from "../http/index.ts";
import { onSite } from "./access.ts";

const SiteAddresses = Type.Object(
  {
    object: Type.Literal("site-addresses"),
    server: Type.String({ ...HttpUrl, description: "The URL below the URL of all sites. It always works." }),
    public: Type.String({ ...HttpUrl, description: "The URL that readers see when the site is published." }),
    record: Type.Object(
      {
        type: StringEnum(["CNAME", "A", "AAAA"]),
        value: Type.String(),
      },
      { description: "The DNS record that leads a host name to this server. Its name is the host name." },
    ),
  },
  { title: "SiteAddresses" },
);

export const siteAddresses = operation(
  "getSiteAddresses",
  "GET /orgs/:organizationId/sites/:siteId/addresses",
  {
    summary: "Read the addresses of a site, and the DNS record that its own host name needs",
    access: onSite("read"),
    reply: { 200: SiteAddresses },
    handle: ({ context: { config }, site }) => ({
      object: "site-addresses" as const,
      server: serverUrl(config.sites, site),
      public: publicUrl(config.sites, site),
      record: recordFor(new URL(config.sites.url).hostname),
    }),
  },
);

/** The DNS record that leads to a host of a URL. */
export function recordFor(host: string) {
  // Addresses of version 6 are in brackets in URLs.
  const value = host.replace(/^\[(.*)\]$/, "$1");
  const type = ({ 0: "CNAME", 4: "A", 6: "AAAA" } as const)[isIP(value) as 0 | 4 | 6];
  return { type, value };
}
