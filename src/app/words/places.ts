/** Where pages are put in a space. */
export const places = {
  content: "Where",
  primary: "The primary content",
  request: (number: number, subject: string) => `Change request #${number}${subject ? `: ${subject}` : ""}`,
  chooseRequest: "Choose a change request",
  lockedHint: "The space is locked: pages can be put into its open change requests and drafts only.",
  page: "Below",
  filter: "Filter pages",
  topLevel: "The top level",
};
