import { AwsClient } from "aws4fetch";
import { AppError } from "@/server/kit/call/errors";
import { sha256 } from "@/server/kit/secret/hash";
import type { Storage } from "./storage-port";

interface S3Settings {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** such as https://s3.eu-west-3.amazonaws.com; the bucket goes into the path */
  endpoint: string;
  bucket: string;
}

const patienceMs = 10_000;
/** of what the bucket answers with a 5xx or 429 */
const retries = 2;
const unavailable = (cause: unknown) =>
  new AppError("unavailable", "Files cannot be reached at the moment.", { retryAfter: 5, cause });

/** What stands in an element of an answer; our keys and S3's times and tokens hold no character that XML escapes. */
const textOf = (xml: string, name: string) => xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1];

/** A bucket with the S3 protocol. @throws AppError `unavailable` where it does not answer, or refuses us */
export function s3Storage({ endpoint, bucket, ...credentials }: S3Settings): Storage {
  const client = new AwsClient({ ...credentials, service: "s3", retries });

  /** @param at the key with a slash before it, or a query */
  async function ask(method: string, at: string, type?: string, body?: Uint8Array<ArrayBuffer>) {
    // Without this hash, the body would not be signed.
    const headers = { "x-amz-content-sha256": sha256(body ?? ""), ...(type && { "content-type": type }) };
    const signal = AbortSignal.timeout(patienceMs);
    try {
      return await client.fetch(`${endpoint.replace(/\/$/, "")}/${bucket}${at}`, { method, headers, signal, body });
    } catch (cause) {
      throw unavailable(cause);
    }
  }
  const refused = async (response: Response) =>
    unavailable(new Error(`the bucket answered ${response.status}: ${(await response.text()).slice(0, 500)}`));
  return {
    async put(key, bytes, type) {
      const response = await ask("PUT", `/${encodeURIComponent(key)}`, type, new Uint8Array(bytes));
      if (!response.ok) throw await refused(response);
      await response.body?.cancel();
    },
    async get(key) {
      const response = await ask("GET", `/${encodeURIComponent(key)}`);
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) throw await refused(response);
      return new Uint8Array(await response.arrayBuffer());
    },
    async *list() {
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query = new URLSearchParams({ "list-type": "2", ...(token && { "continuation-token": token }) });
        const response = await ask("GET", `?${query}`);
        if (!response.ok) throw await refused(response);
        const page = await response.text();
        yield [...page.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([file]) => ({
          key: textOf(file, "Key") ?? "",
          writtenAt: Date.parse(textOf(file, "LastModified") ?? ""),
        }));
        token = textOf(page, "NextContinuationToken");
      }
    },
    async remove(key) {
      const response = await ask("DELETE", `/${encodeURIComponent(key)}`);
      if (!response.ok && response.status !== 404) throw await refused(response);
      await response.body?.cancel();
    },
  };
}
