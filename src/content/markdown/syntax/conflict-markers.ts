/** Around what two sides say differently, in the manner that everybody knows. */
export const begin = "<<<<<<< change request";
export const middle = "=======";
export const end = ">>>>>>> primary content";

/**
 * Follows the markers in the order of a text. Only between the first and the last of a conflict is the one in the middle a
 * marker: elsewhere it is the line below a heading.
 */
export class ConflictMarkers {
  #isOpen = false;

  /** Whether this line is a marker here. */
  isMarker(line: string): boolean {
    if (line === begin) this.#isOpen = true;
    else if (line === end && this.#isOpen) this.#isOpen = false;
    else return this.#isOpen && line === middle;
    return true;
  }
}
