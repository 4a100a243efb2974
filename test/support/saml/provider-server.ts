import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerTo } from "./identity-provider.ts";

/** A provider with a page of its own. */
export interface ProviderServer {
  /** Where people are sent to; `as` in its query says as whom they come back. */
  readonly ssoURL: string;
  /** Where the metadata are of whom it is for. */
  metadata: string;
}

/** An identity provider that knows everybody already, and sends them back with a form that posts itself. */
export async function startProvider(host = "127.0.0.1"): Promise<ProviderServer> {
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? "", provider.ssoURL);
    const email = address.searchParams.get("as") ?? "grace@navy.example";
    const metadata = await (await fetch(provider.metadata)).text();
    const answer = await answerTo(address.href, metadata, {
      email,
      attributes: { displayName: "Grace Hopper" },
    });
    const [, acsURL] = /HTTP-POST" Location="([^"]*)"/.exec(metadata) ?? [];
    response.setHeader("content-type", "text/html");
    response.end(
      `<form method="post" action="${acsURL}"><input name="SAMLResponse" value="${answer}"></form>
      <script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // It keeps no test from ending.
  server.unref();
  const provider = { ssoURL: `http://${host}:${(server.address() as AddressInfo).port}/sso`, metadata: "" };
  return provider;
}
