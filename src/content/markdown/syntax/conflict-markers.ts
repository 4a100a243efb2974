/** The conflict markers of merged documents. */
export const begin = "<<<<<<< change request";
export const middle = "=======";
export const end = ">>>>>>> primary content";

/** Recognizes conflict markers line by line. Outside of a conflict, the middle marker is the underline of a heading. */
export class ConflictMarkers {
  #isOpen = false;

  isMarker(line: string): boolean {
    if (line === begin) this.#isOpen = true;
    else if (line === end && this.#isOpen) this.#isOpen = false;
    else return this.#isOpen && line === middle;
    return true;
  }
}
