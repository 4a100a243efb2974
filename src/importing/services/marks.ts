/**
 * Tags that HTML has no element for, as words between two characters that nobody writes. They pass through as text when
 * HTML becomes Markdown, and are written out afterwards.
 */
const [start, end] = ["\ue0f0", "\ue0f1"];
const styles = ["info", "success", "warning", "danger"] as const;
export type HintStyle = (typeof styles)[number];

/** HTML around what becomes a hint. */
export function hintAround(style: HintStyle): { readonly open: string; readonly close: string } {
  return aroundWith("hint", style);
}

/** HTML around what stands beside each other, and around each of these; how wide it is, in percent. */
export const columnsAround = aroundWith("columns");
export function columnAround(width: number | undefined): ReturnType<typeof aroundWith> {
  return aroundWith("column", width === undefined ? "" : String(width));
}

function aroundWith(name: string, value = ""): { readonly open: string; readonly close: string } {
  return { open: `<p>${start}${name}${value}${end}</p>`, close: `<p>${start}end${name}${end}</p>` };
}

/** HTML for a reference to a footnote. */
export function noteReference(label: number): string {
  return `${start}note${label}${end}`;
}

/** Takes out of HTML what could be mistaken for a mark. */
export function withoutMarks(html: string): string {
  return html.replace(/[\ue0f0\ue0f1]/g, "");
}

/**
 * Writes the marks in Markdown out as tags: blocks where they have a line of their own, references anywhere. Next to other
 * signs, a writer of Markdown may have put codes in the place of their characters.
 */
export function writeMarks(markdown: string): string {
  return markdown
    .replace(/&#xe0f([01]);/gi, (_, last: string) => (last === "0" ? start : end))
    .replace(/^([ \t>]*)\ue0f0hint([a-z]{1,9})\ue0f1[ \t]*$/gm, (_, indent: string, written: string) => {
      const style = styles.find((each) => each === written) ?? "info";
      return `${indent}{% hint style="${style}" %}`;
    })
    .replace(/^([ \t>]*)\ue0f0column(\d{1,3})\ue0f1[ \t]*$/gm, '$1{% column width="$2%" %}')
    .replace(/^([ \t>]*)\ue0f0(endhint|(?:end)?columns?)\ue0f1[ \t]*$/gm, "$1{% $2 %}")
    .replace(/\ue0f0note(\d{1,9})\ue0f1/g, "[^$1]")
    .replace(/[\ue0f0\ue0f1](?:(?:end)?(?:hint[a-z]{0,9}|columns?\d{0,3}))?/g, "");
}

/** Footnotes for the end of a document. */
export function writeNotes(notes: ReadonlyMap<number, string>): string {
  return Array.from(
    notes,
    ([label, text]) => `[^${label}]: ${text.trim().replace(/\n(?=[^\n])/g, "\n    ")}\n`,
  ).join("\n");
}
