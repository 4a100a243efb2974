import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.IPv6.parse("2000::");

/** Whether the text is an IP address on the public internet. */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also accepts 1.2.3 and 010.1.1.1, which other parsers read differently.
  if (!isIP(address)) return false;
  // `process` maps ::ffff:127.0.0.1 to 127.0.0.1.
  const ip = ipaddr.process(address);
  if (ip.range() !== "unicast") return false;
  if (ip.kind() === "ipv4") return true;
  // ipaddr.js reports unknown ranges such as ::127.0.0.1 as unicast. Only 2000::/3 is allocated.
  return ip.match(globalUnicast, 3) && !isIsatap(ip.toByteArray());
}

/** An ISATAP address has any prefix and tunnels to the IPv4 address after 0:5efe or 200:5efe. */
function isIsatap(bytes: readonly number[]): boolean {
  const [first = 0, ...rest] = bytes.slice(8, 12);
  return (first & ~0x02) === 0 && rest.join() === "0,94,254";
}

/** Identifies the network of a client: the address itself for IPv4, the /64 prefix for IPv6. */
export function networkPrefix(address: string): string {
  if (!isIP(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4" ? ip.toString() : ip.toByteArray().slice(0, 8).join(".");
}
