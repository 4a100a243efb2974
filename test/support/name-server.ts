import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** A DNS server on this machine that resolves only these names. */
export async function serveNames(
  names: Readonly<Record<string, readonly string[]>>,
): Promise<{ readonly address: string; close(): void }> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => socket.send(responseTo(query, names), port, address));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

const headerLength = 12;
const typeOf = (address: string) => (isIPv4(address) ? 1 : 28);

/** The response to a query, which has one question. */
function responseTo(query: Buffer, names: Readonly<Record<string, readonly string[]>>): Buffer {
  const labels: string[] = [];
  let offset = headerLength;
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  const type = query.readUInt16BE(offset + 1);
  const addresses = names[labels.join(".").toLowerCase()];
  const matching = addresses?.filter((address) => typeOf(address) === type) ?? [];
  const header = Buffer.from(query.subarray(0, headerLength));
  // Flags: response, recursion; NXDOMAIN for unknown names.
  header.writeUInt16BE(0x8180 | (addresses === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(matching.length, 6);
  header.writeUInt32BE(0, 8);
  const records = matching.map((address) => recordOf(address, type));
  return Buffer.concat([header, query.subarray(headerLength, offset + 5), ...records]);
}

/** A record with a pointer to the question's name and a TTL of zero. */
function recordOf(address: string, type: number): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const fields = Buffer.alloc(12);
  fields.writeUInt16BE(0xc000 | headerLength, 0);
  fields.writeUInt16BE(type, 2);
  fields.writeUInt16BE(1, 4);
  fields.writeUInt32BE(0, 6);
  fields.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([fields, bytes]);
}
