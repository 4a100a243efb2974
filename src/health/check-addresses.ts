import { isIP } from "node:net";
import type { Config } from "../config/index.ts";
import { errorMessage } from "../platform/index.ts";
import { safeFetch } from "../platform/safe-fetch/index.ts";
import { type Check, checksOf } from "./check.ts";

const { ok, warning, failed } = checksOf("address");

type Addresses = Pick<Config, "host" | "port" | "baseUrl" | "sites">;

const timeout = 5000;

interface AddressChecks {
  readonly checks: readonly Check[];
  /** Whether the server answers at one of its addresses. */
  readonly isRunning: boolean;
}

/** Checks whether the server answers at its public addresses, and whether browsers keep its cookies safe there. */
export async function checkAddresses(config: Addresses, probe = probeAddress): Promise<AddressChecks> {
  const { baseUrl, sites } = config;
  const others = sites.url === baseUrl ? [] : [{ name: "LECTERN_SITES_URL", url: sites.url }];
  const [local, ...answers] = await Promise.all([
    probe(localUrl(config)),
    ...[{ name: "LECTERN_BASE_URL", url: baseUrl }, ...others].map(async (address) => ({
      ...address,
      answer: await probe(address.url),
    })),
  ]);
  const isLocal = local === "lectern";
  return {
    checks: [
      ...answers.map((probed) => describeAnswer({ ...probed, isRunning: isLocal })),
      ...checkProtocols(config),
    ],
    isRunning: isLocal || answers.some(({ answer }) => answer === "lectern"),
  };
}

/** What answers at a URL: Lectern, something else, or nothing, with the reason. */
export type Answer = "lectern" | "other" | { readonly error: string };

/** Every reply of Lectern has a request id. */
export async function probeAddress(url: string): Promise<Answer> {
  try {
    const options = { allowPrivateNetwork: true, anyStatus: true, maxBytes: 65_536, timeout };
    const { headers } = await safeFetch(`${url}/healthz`, options);
    return headers["x-request-id"] === undefined ? "other" : "lectern";
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

interface Probed {
  readonly name: string;
  readonly url: string;
  readonly answer: Answer;
  /** Whether the server answers on this machine. */
  readonly isRunning: boolean;
}

function describeAnswer({ name, url, answer, isRunning }: Probed): Check {
  if (answer === "lectern") return ok(`Lectern answers at ${url}`);
  if (answer === "other")
    return failed(
      `Something else than Lectern answers at ${url}`,
      `Correct ${name}, or let the proxy there pass requests to Lectern with all headers of its responses`,
    );
  return isRunning
    ? failed(
        `The server runs, but ${url} cannot be reached from here: ${answer.error}`,
        `Check ${name}, the DNS, the certificate and the proxy`,
      )
    : warning(`Nothing answers at ${url}: ${answer.error}`, "Start the server, then check again");
}

/** The address that the server listens on. */
function localUrl({ host, port }: Addresses): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

function checkProtocols({ baseUrl, sites }: Addresses): Check[] {
  const base = new URL(baseUrl);
  const found: Check[] = [];
  if (base.protocol === "http:" && !isLoopback(base.hostname))
    found.push(
      warning(
        `${baseUrl} is plain http: cookies are sent unencrypted, without Secure and __Host-`,
        "Serve Lectern over https, and set LECTERN_BASE_URL to that URL",
      ),
    );
  if (base.pathname !== "/")
    found.push(
      warning(
        `${baseUrl} shares its host: cookies of Lectern have the path /, so other pages there are sent them`,
        "Give Lectern a host name of its own",
      ),
    );
  if (base.protocol === "https:" && sites.protocol === "http:")
    found.push(
      warning(
        `Sites are plain http (${sites.url}), while the workspace is https`,
        "Set LECTERN_SITES_URL to an https URL: browsers do not keep sites and their visitors' tokens safe otherwise",
      ),
    );
  return found.length > 0 ? found : [ok("Cookies are safe at this address")];
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
