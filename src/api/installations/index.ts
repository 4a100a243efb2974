// Installations of integrations on organizations, spaces and sites.
export { installations } from "./routes.ts";
export { findUnfurlingBlock } from "./unfurl-url.ts";
