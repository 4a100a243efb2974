// HTML by tagged templates that escape their values.
export * from "./html.ts";
