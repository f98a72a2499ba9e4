import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "@/server/kit/secret/hash";
import { failure } from "@/server/kit/testing";
import { s3Storage } from "./s3-storage";
import type { Storage, StoredFile } from "./storage-port";

const credentials = {
  region: "us-east-1",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** The signature that a request must bear, as a bucket computes it (AWS Signature Version 4). */
function signatureOf(method: string, target: string, headers: IncomingHttpHeaders, names: string[], body: Buffer) {
  const [path, query = ""] = target.split("?");
  const time = String(headers["x-amz-date"]);
  const scope = [time.slice(0, 8), credentials.region, "s3", "aws4_request"];
  const signed = names.map((name) => `${name}:${headers[name]}`);
  const request = [method, path, query.split("&").sort().join("&"), ...signed, "", names.join(";"), sha256(body)];
  const toSign = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(request.join("\n"))].join("\n");
  return hmac(scope.reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`) as Buffer, toSign).toString(
    "hex",
  );
}

describe("the bucket of these tests", () => {
  const headers = { host: "examplebucket.s3.amazonaws.com", "x-amz-date": "20130524T000000Z" };
  const empty = sha256("");
  const names = ["host", "x-amz-content-sha256", "x-amz-date"];
  // Worked examples of Amazon's own documentation.
  it("computes the signature of a read as Amazon's example does", () => {
    const sent = { ...headers, range: "bytes=0-9", "x-amz-content-sha256": empty };
    const signature = signatureOf("GET", "/test.txt", sent, ["host", "range", ...names.slice(1)], Buffer.alloc(0));
    expect(signature).toBe("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  });
  it("computes the signature of a list as Amazon's example does", () => {
    const sent = { ...headers, "x-amz-content-sha256": empty };
    const signature = signatureOf("GET", "/?max-keys=2&prefix=J", sent, names, Buffer.alloc(0));
    expect(signature).toBe("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
  });
});

describe("a bucket", () => {
  const kept = new Map<string, { bytes: Buffer; type: string | undefined }>();
  let broken = false;
  let isBusy = false;
  const server = createServer(async (req, res) => {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    const url = new URL(`http://${req.headers.host}${req.url}`);
    const [, names = "", signature] =
      /SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(req.headers.authorization ?? "") ?? [];
    const expected = signatureOf(req.method ?? "", req.url ?? "", req.headers, names.split(";"), bytes);
    const isSigned = ["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.split(";").includes(name));
    if (broken || !isSigned || signature !== expected) return res.writeHead(403).end("no");
    if (isBusy) {
      isBusy = false;
      return res.writeHead(503).end("slow down");
    }
    const type = req.headers["content-type"];
    const key = decodeURIComponent(url.pathname);
    if (req.method === "PUT") kept.set(key, { bytes, type });
    if (req.method === "DELETE") return res.writeHead(kept.delete(key) ? 204 : 404).end();
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
    const file = kept.get(key);
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
    for await (const some of bucket.list()) {
      files.push(...some);
      expect(files.length, "no file is told twice").toBeLessThanOrEqual(3);
    }
    expect(files.map(({ key }) => key)).toEqual(["a+b.webp", "c.webp", "d.webp"]);
    expect(files[0]?.writtenAt).toBe(Date.parse("2026-01-02T03:04:05Z"));
  });

  it("is asked again when it is busy", async () => {
    const bucket = s3Storage({ ...credentials, endpoint, bucket: "pictures" });
    isBusy = true;
    await bucket.put("busy.webp", new Uint8Array([7]), "image/webp");
    expect(await bucket.get("busy.webp")).toEqual(new Uint8Array([7]));
    await bucket.remove("busy.webp");
  });

  it("is unavailable when it refuses us or is not there", async () => {
    broken = true;
    const bucket = s3Storage({ ...credentials, endpoint, bucket: "pictures" });
    const acts: Record<keyof Storage, () => Promise<unknown>> = {
      put: () => bucket.put("a.webp", new Uint8Array(), "image/webp"),
      get: () => bucket.get("a.webp"),
      list: async () => {
        for await (const _ of bucket.list());
      },
      remove: () => bucket.remove("a.webp"),
    };
    for (const [name, act] of Object.entries(acts)) {
      const refused = await failure(act());
      expect(refused, name).toMatchObject({ status: 503, cause: { message: "the bucket answered 403: no" } });
    }
    const gone = s3Storage({ ...credentials, endpoint: "http://127.0.0.1:1", bucket: "pictures" });
    expect(await failure(gone.get("a.webp"))).toMatchObject({ status: 503 });
  });
});
