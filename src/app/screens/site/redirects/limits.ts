/** How many redirects the server takes in one request. */
export const maxRedirects = 5_000;
