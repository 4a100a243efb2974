/** Around what two sides say differently, in the manner that everybody knows. */
const begin = "<<<<<<< change request";
const middle = "=======";
const end = ">>>>>>> primary content";

const markerLine = new RegExp(`^(?:${begin}|${end})[ \\t]*\\r?$`, "m");

/** Both versions, one after the other, each on lines of its own. */
export function markConflict(
  ours: string,
  theirs: string,
): { text: string; oursAt: number; theirsAt: number } {
  const opening = `${begin}\n${ours}${lineEnd(ours)}${middle}\n`;
  return {
    text: `${opening}${theirs}${lineEnd(theirs)}${end}`,
    oursAt: begin.length + 1,
    theirsAt: opening.length,
  };
}

/** What is missing for the next text to begin on a line of its own. */
export function lineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? "" : "\n";
}

export function hasMarkers(text: string): boolean {
  return markerLine.test(text);
}
