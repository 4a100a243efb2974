// Loaded before everything else in a process (`--import`): names are asked for at the server that TEST_NAME_SERVER names.
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";

const { TEST_NAME_SERVER: server = "" } = process.env;

dns.Resolver = class extends dns.Resolver {
  constructor(...options: ConstructorParameters<typeof dns.Resolver>) {
    super(...options);
    this.setServers([server]);
  }
};
syncBuiltinESMExports();
