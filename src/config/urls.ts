/** Builds every address that Lectern gives out. */
export interface Urls {
  /** Of an object in the API. */
  api(path: string): string;
  /** Of an object for a person's browser. */
  app(path: string): string;
}

export function createUrls(baseUrl: string): Urls {
  return {
    api: (path) => `${baseUrl}/v1${path}`,
    app: (path) => `${baseUrl}/app${path}`,
  };
}
