import { Agent, request } from "node:http";

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all shapes; each assertion is the check
  readonly body: any;
}

export interface RequestOptions {
  readonly body?: object;
  readonly ifMatch?: string | undefined;
}

/** One client's persistent connection to a server, with one request at a time. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  send(method: string, path: string, { body, ifMatch }: RequestOptions = {}): Promise<HttpResponse> {
    const payload = body && JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(payload && { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
      ...(ifMatch && { "if-match": ifMatch }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${this.#url}/v1${path}`,
        { method, headers, agent: this.#agent },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: text === "" ? undefined : JSON.parse(text),
            });
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
