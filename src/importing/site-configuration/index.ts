// The configuration of a site in a repository with several spaces.
export * from "./site-configuration.ts";
