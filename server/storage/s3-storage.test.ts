import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failure } from "@/server/kit/testing";
import { s3Storage } from "./s3-storage";
import { signV4 } from "./signature-v4";
import type { StoredFile } from "./storage-port";

const credentials = {
  region: "us-east-1",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};

describe("signature v4", () => {
  const at = new Date("2013-05-24T00:00:00Z");
  const host = "https://examplebucket.s3.amazonaws.com";
  // The two worked examples of Amazon's own documentation.
  it("signs a read as Amazon's example does", () => {
    const url = new URL(`${host}/test.txt`);
    const { authorization } = signV4("GET", url, { range: "bytes=0-9" }, new Uint8Array(), credentials, at);
    expect(authorization).toContain("SignedHeaders=host;range;x-amz-content-sha256;x-amz-date");
    expect(authorization).toMatch(/f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/);
  });
  it("signs a write as Amazon's example does", () => {
    const url = new URL(`${host}/test$file.text`);
    const headers = { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" };
    const body = new TextEncoder().encode("Welcome to Amazon S3.");
    const { authorization } = signV4("PUT", url, headers, body, credentials, at);
    expect(authorization).toMatch(/98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/);
  });
  it("signs a list as Amazon's example does", () => {
    const url = new URL(`${host}/?max-keys=2&prefix=J`);
    const { authorization } = signV4("GET", url, {}, new Uint8Array(), credentials, at);
    expect(authorization).toMatch(/34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/);
  });
});

describe("a bucket", () => {
  const kept = new Map<string, { bytes: Buffer; type: string | undefined }>();
  let broken = false;
  const server = createServer(async (req, res) => {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    const url = new URL(`http://${req.headers.host}${req.url}`);
    const { authorization, "x-amz-date": time = "", "content-type": type } = req.headers;
    const at = new Date(String(time).replace(/(....)(..)(..T..)(..)(..Z)/, "$1-$2-$3:$4:$5"));
    const sent: Record<string, string> = type ? { "content-type": type } : {};
    const expected = signV4(req.method ?? "", url, sent, bytes, credentials, at);
    if (broken || authorization !== expected.authorization) return res.writeHead(403).end("no");
    if (req.method === "PUT") kept.set(url.pathname, { bytes, type });
    if (req.method === "DELETE") return res.writeHead(kept.delete(url.pathname) ? 204 : 404).end();
    if (url.searchParams.get("list-type") === "2") {
      const after = url.searchParams.get("continuation-token");
      const names = [...kept.keys()].map((path) => path.slice("/pictures/".length)).sort();
      const name = names.find((one) => !after || one > after) ?? "";
      const more = name !== names.at(-1) && `<NextContinuationToken>${name}</NextContinuationToken>`;
      const when = "<LastModified>2026-01-02T03:04:05.000Z</LastModified>";
      return res.end(
        `<ListBucketResult>${more || ""}<Contents><Key>${name}</Key>${when}</Contents></ListBucketResult>`,
      );
    }
    const file = kept.get(url.pathname);
    res.writeHead(file ? 200 : 404).end(req.method === "GET" ? file?.bytes : undefined);
  });
  let endpoint = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it("gives back what was put, and null for what was not", async () => {
    const bucket = s3Storage({ ...credentials, endpoint, bucket: "pictures" });
    await bucket.put("a.webp", new Uint8Array([1, 2, 3]), "image/webp");
    expect(kept.get("/pictures/a.webp")).toMatchObject({ type: "image/webp" });
    expect(await bucket.get("a.webp")).toEqual(new Uint8Array([1, 2, 3]));
    expect(await bucket.get("b.webp")).toBeNull();
  });

  it("lists all its files, however many answers that takes, and removes one", async () => {
    const bucket = s3Storage({ ...credentials, endpoint, bucket: "pictures" });
    for (const name of ["a+b.webp", "c.webp", "d.webp"]) await bucket.put(name, new Uint8Array([1]), "image/webp");
    await bucket.remove("a.webp");
    await bucket.remove("none.webp");
    const files: StoredFile[] = [];
    for await (const some of bucket.list()) files.push(...some);
    expect(files.map(({ key }) => key)).toEqual(["a+b.webp", "c.webp", "d.webp"]);
    expect(files[0]?.writtenAt).toBe(Date.parse("2026-01-02T03:04:05Z"));
  });

  it("is unavailable when it refuses us or is not there", async () => {
    broken = true;
    const bucket = s3Storage({ ...credentials, endpoint, bucket: "pictures" });
    expect(await failure(bucket.get("a.webp"))).toMatchObject({ status: 503 });
    expect(await failure(bucket.put("a.webp", new Uint8Array(), "image/webp"))).toMatchObject({ status: 503 });
    const gone = s3Storage({ ...credentials, endpoint: "http://127.0.0.1:1", bucket: "pictures" });
    expect(await failure(gone.get("a.webp"))).toMatchObject({ status: 503 });
  });
});
