import type { FormField, SampleRequest } from "./sample-request.ts";

export function writeCurl({ method, url, headers, body }: SampleRequest): string {
  // Curl would replace braces and brackets by lists.
  const options = /[[\]{}]/.test(url) ? [`--globoff`] : [];
  if (method !== "GET") options.push(`--request ${method}`);
  options.push(`--url ${shell(url)}`);
  for (const [name, value] of Object.entries(headers)) options.push(`--header ${shell(`${name}: ${value}`)}`);
  if (body?.kind === "json") options.push(`--data-raw ${shell(JSON.stringify(body.value, null, 2))}`);
  if (body?.kind === "text") options.push(`--data-raw ${shell(body.text)}`);
  if (body?.kind === "form")
    for (const { name, value } of body.fields) options.push(`--data-urlencode ${shell(`${name}=${value}`)}`);
  if (body?.kind === "multipart")
    for (const { name, value, isFile } of body.fields)
      options.push(
        isFile ? `--form ${shell(`${name}=@file`)}` : `--form-string ${shell(`${name}=${value}`)}`,
      );
  return `curl ${options.join(" \\\n  ")}`;
}

function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export function writeJavaScript({ method, url, headers, body, returnsJson }: SampleRequest): string {
  const lines = hasFile(body) ? [`import { openAsBlob } from "node:fs";`, ""] : [];
  if (body?.kind === "form" || body?.kind === "multipart") {
    lines.push(`const form = new ${body.kind === "form" ? "URLSearchParams" : "FormData"}();`);
    for (const { name, value, isFile } of body.fields)
      lines.push(
        `form.append(${quote(name)}, ${isFile ? `await openAsBlob("file"), "file"` : quote(value)});`,
      );
    lines.push("");
  }
  const options = [
    `method: ${quote(method)},`,
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${JSON.stringify(headers, null, 2)},`]),
    ...(body === undefined ? [] : [`body: ${bodyInJavaScript(body)},`]),
  ];
  const read = returnsJson ? "json" : "text";
  return [
    ...lines,
    `const response = await fetch(${quote(url)}, {`,
    indent(options.join("\n"), "  "),
    "});",
    `console.log(response.status, await response.${read}());`,
  ].join("\n");
}

function hasFile(body: SampleRequest["body"]): boolean {
  return body?.kind === "multipart" && body.fields.some(({ isFile }) => isFile);
}

function bodyInJavaScript(body: NonNullable<SampleRequest["body"]>): string {
  if (body.kind === "json") return `JSON.stringify(${JSON.stringify(body.value, null, 2)})`;
  return body.kind === "text" ? quote(body.text) : "form";
}

export function writePython({ method, url, headers, body, returnsJson }: SampleRequest): string {
  const options = [
    quote(method),
    quote(url),
    ...(Object.keys(headers).length === 0 ? [] : [`headers=${pythonValue(headers)}`]),
    ...bodyInPython(body),
  ];
  const read = returnsJson ? "json()" : "text";
  return [
    "import requests",
    "",
    "response = requests.request(",
    ...options.map((option) => indent(`${option},`, "    ")),
    ")",
    `print(response.status_code, response.${read})`,
  ].join("\n");
}

function bodyInPython(body: SampleRequest["body"]): string[] {
  switch (body?.kind) {
    case "json":
      return [`json=${pythonValue(body.value)}`];
    case "text":
      return [`data=${quote(body.text)}.encode()`];
    case "form":
      return [`data=${pythonPairs(body.fields, quote)}`];
    case "multipart":
      // Without a file name, a part is a text.
      return [`files=${pythonPairs(body.fields, (value) => `(None, ${quote(value)})`)}`];
    default:
      return [];
  }
}

function pythonPairs(fields: readonly FormField[], write: (value: string) => string): string {
  const pairs = fields.map(({ name, value, isFile }) => {
    const written = isFile ? `open("file", "rb")` : write(value);
    return `    (${quote(name)}, ${written}),\n`;
  });
  return `[\n${pairs.join("")}]`;
}

function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object") return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const items = isArray
    ? value.map(pythonValue)
    : Object.entries(value).map(([name, inner]) => `${quote(name)}: ${pythonValue(inner)}`);
  if (items.length === 0) return isArray ? "[]" : "{}";
  const lines = items.map((item) => indent(`${item},`, "    ")).join("\n");
  return isArray ? `[\n${lines}\n]` : `{\n${lines}\n}`;
}

export function writeGo({ method, url, headers, body }: SampleRequest): string {
  const { imports, setup, reader } = bodyInGo(body);
  const names = ["fmt", "io", "log", "net/http", ...imports].toSorted();
  const failure = "if err != nil {\n\tlog.Fatal(err)\n}";
  const statements = [
    ...setup,
    `request, err := http.NewRequest(${quote(method)}, ${quote(url)}, ${reader})`,
    failure,
    ...Object.entries(headers).map(([name, value]) => `request.Header.Set(${quote(name)}, ${quote(value)})`),
    ...(body?.kind === "form"
      ? [`request.Header.Set("Content-Type", "application/x-www-form-urlencoded")`]
      : []),
    ...(body?.kind === "multipart"
      ? [`request.Header.Set("Content-Type", writer.FormDataContentType())`]
      : []),
    "response, err := http.DefaultClient.Do(request)",
    failure,
    "defer response.Body.Close()",
    "text, err := io.ReadAll(response.Body)",
    failure,
    "fmt.Println(response.Status, string(text))",
  ];
  return [
    "package main",
    "",
    "import (",
    ...names.map((name) => `\t${quote(name)}`),
    ")",
    "",
    "func main() {",
    // The lines of a raw string must not be indented.
    ...statements.map((statement) => (statement.includes("`") ? `\t${statement}` : indent(statement, "\t"))),
    "}",
    ...(hasFile(body) ? ["", addFileInGo] : []),
  ].join("\n");
}

const addFileInGo = `func addFile(writer *multipart.Writer, name, path string) {
	file, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	part, err := writer.CreateFormFile(name, path)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := io.Copy(part, file); err != nil {
		log.Fatal(err)
	}
}`;

function bodyInGo(body: SampleRequest["body"]): {
  readonly imports: readonly string[];
  readonly setup: readonly string[];
  readonly reader: string;
} {
  switch (body?.kind) {
    case undefined:
      return { imports: [], setup: [], reader: "nil" };
    case "json":
      return fromGoText(JSON.stringify(body.value, null, 2));
    case "text":
      return fromGoText(body.text);
    case "form": {
      const adds = body.fields.map(({ name, value }) => `form.Add(${quote(name)}, ${quote(value)})`);
      const setup = ["form := url.Values{}", ...adds];
      return { imports: ["net/url", "strings"], setup, reader: "strings.NewReader(form.Encode())" };
    }
    case "multipart": {
      const adds = body.fields.map(({ name, value, isFile }) =>
        isFile
          ? `addFile(writer, ${quote(name)}, "file")`
          : `writer.WriteField(${quote(name)}, ${quote(value)})`,
      );
      const setup = [
        "form := &bytes.Buffer{}",
        "writer := multipart.NewWriter(form)",
        ...adds,
        "writer.Close()",
      ];
      const imports = ["bytes", "mime/multipart", ...(hasFile(body) ? ["os"] : [])];
      return { imports, setup, reader: "form" };
    }
  }
}

function fromGoText(text: string) {
  const literal = /[`\r]/.test(text) ? quote(text) : `\`${text}\``;
  return { imports: ["strings"], setup: [`body := strings.NewReader(${literal})`], reader: "body" };
}

/** A string literal, which is the same in JavaScript, Python and Go. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

function indent(text: string, space: string): string {
  return text.replaceAll(/^(?=.)/gm, space);
}
