import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./server.ts";
import { testCertificate } from "./test-certificate.ts";

/** The program of nginx, if it is installed. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}

export interface Nginx {
  readonly port: number;
  /** The forwarded addresses of all requests, one on each line. */
  readLog(): string;
  stop(): Promise<void>;
}

/**
 * Runs nginx with a configuration, of which the ports and the paths are replaced. Its replies say in `X-Cache` what the cache did. It
 * keeps for a second, or almost two, what it may keep for a minute.
 */
export async function startNginx(program: string, configuration: string, server: URL): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-nginx-"));
  // The processes of nginx run as another user if it is started by root.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "cache"));
  writeFileSync(join(folder, "cert.pem"), testCertificate.cert);
  writeFileSync(join(folder, "key.pem"), testCertificate.key);
  const [port, plainPort, innerPort] = [await freePort(), await freePort(), await freePort()];
  const replacements = {
    "listen 443 ": `listen 127.0.0.1:${port} `,
    "listen 80;": `listen 127.0.0.1:${plainPort};`,
    "server 127.0.0.1:4400;": `server 127.0.0.1:${innerPort};`,
    "/etc/ssl/lectern/fullchain.pem": join(folder, "cert.pem"),
    "/etc/ssl/lectern/privkey.pem": join(folder, "key.pem"),
    "/var/cache/nginx/lectern": join(folder, "cache"),
  };
  const replaced = Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration does not contain ${from}`);
    return text.replaceAll(from, to);
  }, configuration);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events {}
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  log_format seen '$http_x_forwarded_for';
  access_log off;
  add_header X-Cache $upstream_cache_status always;
  ${replaced}
  map $upstream_http_cache_control $short_cache_control { "public, max-age=60, must-revalidate" "public, max-age=1, must-revalidate"; default $upstream_http_cache_control; }
  server {
    listen 127.0.0.1:${innerPort};
    client_max_body_size 0;
    access_log ${folder}/seen.log seen;
    location / {
      proxy_pass ${server.origin};
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_set_header Host $http_host;
      proxy_hide_header Cache-Control;
      add_header Cache-Control $short_cache_control always;
    }
  }
}
`,
  );
  const child = spawn(program, ["-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGQUIT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const failed = ended.then(([code]) => {
    throw new Error(`nginx ended with code ${code}`);
  });
  await Promise.race([untilAccepting(port), failed]);
  failed.catch(() => {});
  return { port, readLog: () => readFileSync(join(folder, "seen.log"), "utf8"), stop };
}

async function untilAccepting(port: number): Promise<void> {
  for (;;) {
    const socket = createConnection(port, "127.0.0.1");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await wait(50);
  }
}
