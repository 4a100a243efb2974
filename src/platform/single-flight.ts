interface Client {
  onDisconnect(listener: () => void): void;
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  clients: number;
}

/** Clients that ask for the same key share one run. It is aborted when all of them have disconnected. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();
  readonly #abortReason: () => Error;

  constructor(abortReason: () => Error) {
    this.#abortReason = abortReason;
  }

  run(key: string, { onDisconnect }: Client, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const flight = this.#flights.getOrInsertComputed(key, () => this.#start(key, start));
    flight.clients += 1;
    onDisconnect(() => {
      flight.clients -= 1;
      if (flight.clients > 0) return;
      this.#remove(key, flight);
      flight.abort.abort(this.#abortReason());
    });
    return flight.result;
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController();
    const flight = { result: start(abort.signal), abort, clients: 0 };
    const remove = () => this.#remove(key, flight);
    flight.result.then(remove, remove);
    return flight;
  }

  /** After an abort, the key may already have a new flight. */
  #remove(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
