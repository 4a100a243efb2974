/** The longest path of a site, as the server has it. */
export const maxPathLength = 100;

/** A path from a title: words in lower case with hyphens between them. */
export function pathFrom(title: string): string {
  const words =
    title
      .normalize("NFC")
      .toLocaleLowerCase("en")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.join("-").slice(0, maxPathLength).replace(/-$/, "");
}

/** Whether the server takes it as the path of a site, a section or a variant. */
export function isPath(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}._~-]{1,100}$/u.test(text) && text !== "." && text !== "..";
}
