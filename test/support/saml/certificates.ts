import { readFileSync } from "node:fs";

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** Key pairs of an identity provider and of an attacker. The certificates are valid for a hundred years. */
export const keys = {
  provider: { key: read("idp.key.pem"), certificate: read("idp.cert.pem") },
  stranger: { key: read("other.key.pem"), certificate: read("other.cert.pem") },
};

export const ellipticCertificate = read("ec.cert.pem");
