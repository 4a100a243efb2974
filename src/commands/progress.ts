const width = 24;
/** Milliseconds between two lines without a terminal, and between two redraws on one. */
const lineInterval = 5000;
const redrawInterval = 50;

type Output = Pick<NodeJS.WriteStream, "isTTY"> & { write(text: string): boolean };

/** Shows a progress bar on a terminal, and otherwise prints a line every few seconds. */
export class Progress {
  readonly #stream: Output;
  #lastShownAt = Date.now();
  #isOpen = false;

  constructor(stream: Output = process.stderr) {
    this.#stream = stream;
  }

  show(done: number, total: number, text: string): void {
    const { isTTY } = this.#stream;
    const now = Date.now();
    if (now - this.#lastShownAt < (isTTY ? redrawInterval : lineInterval) && (done < total || !isTTY)) return;
    this.#lastShownAt = now;
    if (!isTTY) this.#stream.write(`${text}\n`);
    else {
      this.#stream.write(`\r\x1b[K${bar(done, total)} ${text}`);
      this.#isOpen = true;
    }
  }

  /** A function that shows how much of a work is done, in percent. */
  percent(work: string): (done: number, total: number) => void {
    return (done, total) => this.show(done, total, `${work}: ${Math.floor((100 * done) / total)} %`);
  }

  /** Ends the line of the bar. */
  end(): void {
    if (this.#isOpen) this.#stream.write("\n");
    this.#isOpen = false;
  }
}

function bar(done: number, total: number): string {
  const full = total === 0 ? width : Math.min(width, Math.floor((width * done) / total));
  return `[${"█".repeat(full)}${"░".repeat(width - full)}]`;
}
