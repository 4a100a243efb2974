/** The path of the server's URL, without a slash at its end. */
export const base = document.documentElement.dataset.base ?? "";
