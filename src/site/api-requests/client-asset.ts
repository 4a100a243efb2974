import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { readReferenceScript } from "../../api/http/index.ts";
import type { Asset } from "../../platform/index.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

interface ClientAsset {
  readonly name: string;
  readonly asset: Asset;
}

let client: Promise<ClientAsset> | undefined;

/** Scalar, with a hash in its name. It is read and compressed when a reader first asks for it. */
async function loadClient(): Promise<ClientAsset> {
  const identity = Buffer.from(await readReferenceScript());
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const [zipped, br] = await Promise.all([toGzip(identity), toBrotli(identity, { params })]);
  return {
    name: `scalar.${hash("sha256", identity, "hex").slice(0, 8)}.js`,
    asset: {
      type: "text/javascript; charset=utf-8",
      bytes: { identity, gzip: zipped, br },
      // The frame that loads it has an origin of its own.
      isForOtherOrigins: true,
    },
  };
}

export async function clientAssetName(): Promise<string> {
  client ??= loadClient();
  return (await client).name;
}

export async function readClientAsset(name: string): Promise<Asset | undefined> {
  if (!name.startsWith("scalar.")) return undefined;
  return name === (await clientAssetName()) ? (await client)?.asset : undefined;
}
