import type { OperationDescription } from "../../openapi/description/index.ts";
import type { Html } from "../html/index.ts";
import { writeListing } from "./code.ts";
import type { PageContext } from "./context.ts";
import { writeTabList } from "./tabs.ts";

/** A request as an example: placeholders for parameters, and the example of the body. */
interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const languages: readonly (readonly [
  title: string,
  syntax: string,
  write: (request: SampleRequest) => string,
])[] = [
  ["curl", "bash", writeCurl],
  ["JavaScript", "javascript", writeJavaScript],
  ["Python", "python", writePython],
  ["Go", "go", writeGo],
];

/** The same request in several languages, as tabs. Webhooks have no server to send a request to. */
export function writeRequestSamples(
  description: OperationDescription,
  context: PageContext,
): Html | undefined {
  const request = sampleOf(description);
  if (request === undefined) return undefined;
  const items = languages.map(([title, syntax, write]) => ({
    title,
    body: writeListing(write(request), syntax, context),
  }));
  return writeTabList(items, context);
}

function sampleOf({
  method,
  path,
  servers,
  parameters,
  body,
  security,
}: OperationDescription): SampleRequest | undefined {
  const [server] = servers;
  if (server === undefined) return undefined;
  const url = server.replace(/\/$/, "") + path;
  const query = parameters.filter((field) => field.depth === 0 && field.in === "query" && field.isRequired);
  const search = query.map(
    ({ name, example }) => `${encodeURIComponent(name)}=${encodeURIComponent(example ?? `{${name}}`)}`,
  );
  const contentType = body?.contentTypes.find((type) => type.includes("json")) ?? body?.contentTypes[0];
  return {
    method,
    url: search.length === 0 ? url : `${url}?${search.join("&")}`,
    headers: {
      ...(security.some((line) => /bearer|oauth|openid/i.test(line)) && { Authorization: "Bearer TOKEN" }),
      ...(contentType !== undefined && { "Content-Type": contentType }),
    },
    body: body?.example,
  };
}

function writeCurl({ method, url, headers, body }: SampleRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  -d ${quote(body)}`]),
  ].join(" \\\n");
}

function writeJavaScript({ method, url, headers, body }: SampleRequest): string {
  const options = [
    `  method: ${JSON.stringify(method)},`,
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${indent(JSON.stringify(headers, null, 2))},`]),
    ...(body === undefined
      ? []
      : [`  body: ${isJson(body) ? `JSON.stringify(${indent(body)})` : JSON.stringify(body)},`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {\n${options.join("\n")}\n});\nconst data = await response.json();`;
}

function writePython({ method, url, headers, body }: SampleRequest): string {
  const options = [
    ...(Object.keys(headers).length === 0
      ? []
      : [`    headers=${indent(JSON.stringify(headers, null, 2), "    ")},`]),
    ...(body === undefined ? [] : [`    data=${JSON.stringify(body)},`]),
  ];
  return `import requests\n\nresponse = requests.request(\n    ${JSON.stringify(method)},\n    ${JSON.stringify(url)},\n${options.map((line) => `${line}\n`).join("")})\nprint(response.json())`;
}

function writeGo({ method, url, headers, body }: SampleRequest): string {
  const reader = body === undefined ? "nil" : `strings.NewReader(${JSON.stringify(body)})`;
  return [
    `req, err := http.NewRequest(${JSON.stringify(method)}, ${JSON.stringify(url)}, ${reader})`,
    "if err != nil {\n\tlog.Fatal(err)\n}",
    ...Object.entries(headers).map(
      ([name, value]) => `req.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
    "res, err := http.DefaultClient.Do(req)",
    "if err != nil {\n\tlog.Fatal(err)\n}",
    "defer res.Body.Close()",
  ].join("\n");
}

function indent(text: string, space = "  "): string {
  return text.replaceAll("\n", `\n${space}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
