import { Socket } from "node:net";
import { openingCall } from "./postgres-pool.ts";

/** What the driver knows of a server: its hosts and their ports, or a Unix socket. */
interface Server {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

/**
 * Opens sockets for the driver. When the other side closes one without an answer, as proxies do whose database is away, postgres.js 3.4.9
 * opens it again at once and without end, and its query never fails. With an error it does. Sockets that had an answer are left
 * to the driver: it does not end all transactions if they fail with an error instead of the end.
 */
export function createSocketOpener(): (server: Server) => Socket {
  let opened = 0;
  return ({ host, port, path }) => {
    const socket = new Socket();
    // Before Node closes the socket in reply.
    socket.prependOnceListener("end", () => {
      if (socket.bytesRead === 0) socket.destroy(new ClosedError());
    });
    socket.once("error", (error) => {
      if (socket.bytesRead === 0) Object.assign(error, { syscall: openingCall });
    });
    const i = opened++ % host.length;
    // The name is the one that its certificate must have.
    Object.assign(socket, { host: host[i], port: port[i] });
    // The driver listens for errors, and sends its first message, a moment later. If it could not, it would send nothing on the next socket.
    socket.cork();
    setImmediate(setImmediate, () => {
      if (path) socket.connect(path);
      else socket.connect(port[i] ?? 0, host[i] ?? "");
      socket.uncork();
    });
    return socket;
  };
}

class ClosedError extends Error {
  readonly code = "ECONNRESET";
  constructor() {
    super("the other side closed the connection");
  }
}
