/** The languages of spaces and of translations, as the server has them. */
export const languages = (
  "en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he " +
  "uk sk bg hr lt lv et sl"
).split(" ");

/** The name of a language in the language of the browser. */
export function languageName(code: string): string {
  return new Intl.DisplayNames(undefined, { type: "language" }).of(code) ?? code;
}
