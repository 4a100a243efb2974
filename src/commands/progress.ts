const width = 24;
/** How often a line is written where nobody looks on, in milliseconds. */
const pause = 5000;

type Output = Pick<NodeJS.WriteStream, "isTTY"> & { write(text: string): boolean };

/** Shows how far long work is: a bar where somebody looks on, else a line now and then. */
export class Progress {
  readonly #stream: Output;
  #shown = Date.now();
  #isOpen = false;

  constructor(stream: Output = process.stderr) {
    this.#stream = stream;
  }

  show(done: number, total: number, words: string): void {
    const { isTTY } = this.#stream;
    const now = Date.now();
    if (now - this.#shown < (isTTY ? 50 : pause) && (done < total || !isTTY)) return;
    this.#shown = now;
    if (!isTTY) this.#stream.write(`${words}\n`);
    else {
      this.#stream.write(`\r\x1b[K${bar(done, total)} ${words}`);
      this.#isOpen = true;
    }
  }

  /** What follows stands on a line of its own, however the work has ended. */
  end(): void {
    if (this.#isOpen) this.#stream.write("\n");
    this.#isOpen = false;
  }
}

function bar(done: number, total: number): string {
  const full = total === 0 ? width : Math.min(width, Math.floor((width * done) / total));
  return `[${"█".repeat(full)}${"░".repeat(width - full)}]`;
}
