import type { FastifyRequest } from "fastify";

const maxHeaderLength = 1_000;

/** Whether a program asks for Markdown rather than for HTML. Of types with the same weight, the first is preferred. */
export function prefersMarkdown({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const { accept = "" } = headers;
  if (!accept.includes("text/markdown")) return false;
  const choices = accept.slice(0, maxHeaderLength).split(",").map(parseChoice);
  const markdown = choices.find(({ type }) => type === "text/markdown");
  const html = choices.find(({ type }) => type === "text/html");
  if (markdown === undefined || markdown.weight === 0) return false;
  if (html === undefined || markdown.weight !== html.weight) return markdown.weight > (html?.weight ?? 0);
  return choices.indexOf(markdown) < choices.indexOf(html);
}

function parseChoice(choice: string): { readonly type: string; readonly weight: number } {
  const [type = "", ...parameters] = choice.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
