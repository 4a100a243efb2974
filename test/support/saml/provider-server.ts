import { createServer } from "node:http";
import { listen } from "../server.ts";
import { createResponse } from "./identity-provider.ts";

/** An identity provider with its own login page. */
export interface ProviderServer {
  /** The login page. The query parameter `as` is the email address of the user. */
  readonly ssoURL: string;
  /** The URL of the service provider's metadata. */
  metadata: string;
}

/** Starts an identity provider that signs every user in at once, with a form that submits itself. */
export async function startProvider(host = "127.0.0.1"): Promise<ProviderServer> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", provider.ssoURL);
    const email = url.searchParams.get("as") ?? "grace@navy.example";
    const metadata = await (await fetch(provider.metadata)).text();
    const attributes = { displayName: "Grace Hopper" };
    const samlResponse = await createResponse(url.href, metadata, { email, attributes });
    const [, acsURL] = /HTTP-POST" Location="([^"]*)"/.exec(metadata) ?? [];
    response.setHeader("content-type", "text/html");
    response.end(
      `<form method="post" action="${acsURL}"><input name="SAMLResponse" value="${samlResponse}"></form>
      <script>document.forms[0].submit()</script>`,
    );
  });
  const provider = { ssoURL: `${await listen(server, host)}/sso`, metadata: "" };
  // The test process may exit while the server is open.
  server.unref();
  return provider;
}
