import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** A name server on this computer that knows only these names, by their addresses. */
export async function serveNames(
  names: Readonly<Record<string, readonly string[]>>,
): Promise<{ readonly address: string; close(): void }> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => socket.send(answerTo(query, names), port, address));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

const headerLength = 12;
const typeOf = (address: string) => (isIPv4(address) ? 1 : 28);

/** Of a query with one question, which is all that anybody sends. */
function answerTo(query: Buffer, names: Readonly<Record<string, readonly string[]>>): Buffer {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const known = names[labels.join(".").toLowerCase()];
  const found = known?.filter((address) => typeOf(address) === type) ?? [];
  const header = Buffer.from(query.subarray(0, headerLength));
  // An answer, by recursion; the name may not be known.
  header.writeUInt16BE(0x8180 | (known === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const records = found.map((address) => recordOf(address, type));
  return Buffer.concat([header, query.subarray(headerLength, at + 5), ...records]);
}

/** The name is that of the question; it holds for no time at all. */
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
