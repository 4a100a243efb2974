import type { ReadSetting } from "./config.ts";

/** An S3-compatible store of objects. */
export interface ObjectStorageConfig {
  readonly bucket: string;
  /** The folder of all objects, without slashes around it; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** The URL of the service, without a trailing slash. Undefined: that of Amazon. */
  readonly endpoint: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

type Location = Omit<ObjectStorageConfig, "region"> & { readonly region: string | undefined };

/** Without LECTERN_FILES_URL, the other variables are not read: they may be meant for other programs. */
export function readObjectStorage(read: ReadSetting, mistakes: string[]): ObjectStorageConfig | undefined {
  const location = read(
    "LECTERN_FILES_URL",
    undefined,
    parseLocation,
    "a URL such as s3://bucket/folder?region=eu-central-1 or s3://bucket?endpoint=https://storage.example.com",
  );
  if (location === undefined) return undefined;
  const text = (given: string) => given;
  const region = location.region ?? read("AWS_REGION", "us-east-1", text, "a region");
  if (location.accessKeyId !== "") return { ...location, region };
  const accessKeyId = read("AWS_ACCESS_KEY_ID", "", text, "a text");
  const secretAccessKey = read("AWS_SECRET_ACCESS_KEY", "", text, "a text");
  const sessionToken = read<string | undefined>("AWS_SESSION_TOKEN", undefined, text, "a text");
  if (accessKeyId === "" || secretAccessKey === "")
    mistakes.push(
      "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set with LECTERN_FILES_URL, unless it has them: s3://KEY:SECRET@bucket",
    );
  return { ...location, region, accessKeyId, secretAccessKey, sessionToken };
}

function parseLocation(text: string): Location | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || url.port !== "" || url.hash !== "") return undefined;
  const { region, endpoint, ...others } = Object.fromEntries(url.searchParams);
  const prefix = url.pathname.split("/").filter(Boolean).join("/");
  const isValid =
    Object.keys(others).length === 0 &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) &&
    /^([\w.-]+(\/[\w.-]+)*)?$/.test(prefix) &&
    (region === undefined || /^[a-z0-9-]+$/i.test(region)) &&
    (url.username === "") === (url.password === "");
  const service = endpoint === undefined ? undefined : parseEndpoint(endpoint);
  const [accessKeyId, secretAccessKey] = [decode(url.username), decode(url.password)];
  if (!isValid || service === null || accessKeyId === undefined || secretAccessKey === undefined)
    return undefined;
  return {
    bucket: url.hostname,
    prefix,
    region,
    endpoint: service,
    accessKeyId,
    secretAccessKey,
    sessionToken: undefined,
  };
}

/** Null if it is not a URL of a service. */
function parseEndpoint(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  if (url.search || url.hash || url.username) return null;
  return url.href.endsWith("/") ? url.href.slice(0, -1) : url.href;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
