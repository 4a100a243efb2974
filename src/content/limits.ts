/** How long what an author writes may be, in characters. */
export const limits = {
  pageTitle: 512,
  pageDescription: 4096,
  slug: 100,
  emoji: 50,
  icon: 50,
  condition: 1024,
  variableName: 128,
  variableValue: 4096,
  variables: 1000,
  fileName: 256,
  contentType: 255,
  reusableContentTitle: 512,
} as const;

/** The most changes that one batch may hold. */
export const mostChanges = 50;
/** The most files that one change may insert. */
export const mostFiles = 20;
