import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.IPv6.parse("2000::");

/** Whether an IP address belongs to a host on the public internet. What cannot be read as one does not. */
export function isPublicAddress(address: string): boolean {
  // The library also reads 1.2.3 and 010.1.1.1, which others read in other ways.
  if (!isIP(address)) return false;
  // `process` turns ::ffff:127.0.0.1 into the 127.0.0.1 that it reaches.
  const ip = ipaddr.process(address);
  if (ip.range() !== "unicast") return false;
  if (ip.kind() === "ipv4") return true;
  // The library calls "unicast" whatever it does not know, such as ::127.0.0.1. Only 2000::/3 has been given out.
  return ip.match(globalUnicast, 3) && !isIsatap(ip.toByteArray());
}

/** An ISATAP address has any prefix, and ends in 0:5efe (or 200:5efe) and an IPv4 address that it is tunnelled to. */
function isIsatap(bytes: readonly number[]): boolean {
  const [first = 0, ...rest] = bytes.slice(8, 12);
  return (first & ~0x02) === 0 && rest.join() === "0,94,254";
}

/** What tells the place apart that an address is at: of IPv6, where everybody has a whole network, the first half. */
export function networkPrefix(address: string): string {
  if (!isIP(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4" ? ip.toString() : ip.toByteArray().slice(0, 8).join(".");
}
