// Host names of sites, and whether they lead to this server.
export { hostnameProof, hostnameProofPath } from "./check-hostname.ts";
export { hostnames } from "./routes.ts";
