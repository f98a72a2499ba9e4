import { AppError } from "@/server/kit/errors";
import { type S3Credentials, signV4 } from "./signature-v4";
import type { Storage } from "./storage-port";

interface S3Settings extends S3Credentials {
  /** such as https://s3.eu-west-3.amazonaws.com; the bucket goes into the path */
  endpoint: string;
  bucket: string;
}

const patienceMs = 10_000;
const unavailable = (cause: unknown) =>
  new AppError("unavailable", "Files cannot be reached at the moment.", { retryAfter: 5, cause });

/** What stands in an element of an answer; our keys and S3's times and tokens hold no character that XML escapes. */
const textOf = (xml: string, name: string) => xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1];

/** A bucket that speaks S3. @throws AppError `unavailable` where it does not answer, or refuses us */
export function s3Storage({ endpoint, bucket, ...credentials }: S3Settings): Storage {
  async function ask(method: string, key: string, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>) {
    const url = new URL(`${endpoint.replace(/\/$/, "")}/${bucket}${key}`);
    const signed = signV4(method, url, headers, body, credentials);
    const signal = AbortSignal.timeout(patienceMs);
    const sent = method === "PUT" ? { body } : {};
    try {
      return await fetch(url, { method, headers: signed, signal, ...sent });
    } catch (cause) {
      throw unavailable(cause);
    }
  }
  const refused = async (response: Response) =>
    unavailable(new Error(`the bucket answered ${response.status}: ${(await response.text()).slice(0, 500)}`));
  return {
    async put(key, bytes, type) {
      const response = await ask("PUT", `/${key}`, { "content-type": type }, new Uint8Array(bytes));
      if (!response.ok) throw await refused(response);
      await response.body?.cancel();
    },
    async get(key) {
      const response = await ask("GET", `/${key}`, {}, new Uint8Array());
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
        const response = await ask("GET", `?${query}`, {}, new Uint8Array());
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
      const response = await ask("DELETE", `/${key}`, {}, new Uint8Array());
      if (!response.ok && response.status !== 404) throw await refused(response);
      await response.body?.cancel();
    },
  };
}
