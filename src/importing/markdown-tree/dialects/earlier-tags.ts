import { scanLines } from "../../../content/markdown/index.ts";
import { nonEmptyAttribute, readTag, type Tag, writeTag } from "../../../content/markdown/syntax/index.ts";

const earlierTag = /\{%[ \t]*(?:page-ref|code-tabs|api-method|swagger)\b/;

/** Converts tags of earlier versions of GitBook: links to pages, tabs of code, and descriptions of API methods. */
export function convertEarlierTags(markdown: string): string {
  if (!earlierTag.test(markdown)) return markdown;
  const converter = new TagConverter();
  const lines = Array.from(scanLines(markdown), ({ text, isCode }) => converter.convert(text, isCode));
  return lines.flat().join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

const groups = new Map([
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
  ["body", "Request body"],
  ["form-data", "Form data"],
]);

/** Converts line by line. A method becomes a heading, lists of parameters, and a tab for each response. */
class TagConverter {
  /** The address of the method that is being read. */
  #address: string | undefined;
  #group = "";
  #isSummary = false;
  #isParameter = false;
  #hasTabs = false;

  convert(line: string, isCode: boolean): string | string[] {
    const text = line.trim();
    const tag = isCode || !text.startsWith("{%") ? undefined : readTag(text, 0);
    const converted = tag?.end === text.length ? this.#convertTag(tag) : undefined;
    return converted ?? this.#convertText(line);
  }

  #convertText(line: string): string {
    if (this.#isSummary && line.trim() !== "") {
      this.#isSummary = false;
      return `## ${line.trim()}`;
    }
    return this.#isParameter && line.trim() !== "" ? `  ${line}` : line;
  }

  #convertTag(tag: Tag): string | string[] | undefined {
    switch (tag.name) {
      case "page-ref":
        return writeTag("content-ref", { url: nonEmptyAttribute(tag, "page") });
      case "code-tabs":
        return "{% tabs %}";
      case "endcode-tabs":
        return "{% endtabs %}";
      case "code-tabs-item":
        return writeTag("tab", { title: nonEmptyAttribute(tag, "title") });
      case "endcode-tabs-item":
        return "{% endtab %}";
      case "api-method":
      case "swagger":
        return this.#openMethod(tag);
      default:
        return this.#address === undefined ? undefined : this.#convertPart(tag, this.#address);
    }
  }

  #openMethod(tag: Tag): string[] | undefined {
    // The current tag of this name refers to a file.
    if (nonEmptyAttribute(tag, "src") !== undefined) return undefined;
    const host = nonEmptyAttribute(tag, "host") ?? nonEmptyAttribute(tag, "baseUrl") ?? "";
    const method = (nonEmptyAttribute(tag, "method") ?? "get").toUpperCase();
    this.#address = `\`${method}\` \`${host}${nonEmptyAttribute(tag, "path") ?? ""}\``;
    this.#group = "";
    const summary = nonEmptyAttribute(tag, "summary");
    if (tag.name === "api-method") return [];
    return [...(summary === undefined ? [] : [`## ${summary}`, ""]), this.#address, ""];
  }

  /** Converts a tag in a method. Tags that only enclose text are removed. */
  #convertPart(tag: Tag, address: string): string | string[] | undefined {
    const [matched, end = "", part = ""] =
      /^(end)?(?:api-method|swagger)(?:-([\w-]+))?$/.exec(tag.name) ?? [];
    if (matched === undefined) return undefined;
    switch (end + part) {
      case "end":
        this.#address = undefined;
        return this.#closeTabs();
      case "summary":
        this.#isSummary = true;
        return [];
      case "endsummary":
        this.#isSummary = false;
        return ["", address, ""];
      case "parameter":
        return this.#openParameter(tag);
      case "endparameter":
        this.#isParameter = false;
        return [];
      case "response":
      case "response-example":
        return tag.name === "api-method-response" ? [] : this.#openResponse(tag);
      case "endresponse":
      case "endresponse-example":
        return tag.name === "endapi-method-response" ? this.#closeTabs() : "{% endtab %}";
    }
    const location = part === "headers" ? "header" : /^([\w-]+)-parameters$/.exec(part)?.[1];
    return end === "" && location !== undefined ? this.#openGroup(location) : [];
  }

  #openGroup(location: string): string[] {
    this.#group = location;
    return ["", `#### ${groups.get(location) ?? "Parameters"}`, ""];
  }

  #openParameter(tag: Tag): string[] {
    const location = nonEmptyAttribute(tag, "in") ?? this.#group;
    const heading = location === this.#group ? [] : this.#openGroup(location);
    const isRequired = nonEmptyAttribute(tag, "required") === "true";
    const details = [nonEmptyAttribute(tag, "type"), isRequired ? "required" : undefined];
    // Underscores were written with a backslash.
    const name = (nonEmptyAttribute(tag, "name") ?? "").replaceAll("\\_", "_").replaceAll("`", "");
    const parts = [name && `\`${name}\``, ...details].filter((part) => part);
    this.#isParameter = true;
    return [...this.#closeTabs(), ...heading, `* ${parts.join(", ")}`, ""];
  }

  #openResponse(tag: Tag): string[] {
    const title = nonEmptyAttribute(tag, "status") ?? nonEmptyAttribute(tag, "httpCode");
    const description = nonEmptyAttribute(tag, "description");
    const tabs = this.#hasTabs ? [] : ["{% tabs %}"];
    this.#hasTabs = true;
    return [...tabs, writeTag("tab", { title }), ...(description === undefined ? [] : [description, ""])];
  }

  #closeTabs(): string[] {
    const tabs = this.#hasTabs ? ["{% endtabs %}"] : [];
    this.#hasTabs = false;
    return tabs;
  }
}
