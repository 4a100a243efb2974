// Installations of integrations on organizations, spaces and sites.
export { installations } from "./routes.ts";
