import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tlsOf } from "@/env/database-tls.mjs";
import { startPostgres } from "@/scripts/postgres.mjs";
import { connect } from "./connect.mjs";
import { jobPool } from "./job-pool";

// Both drivers against a PostgreSQL with a certificate: ours, and that of the job queue. The certificate is made by openssl;
// where there is none, only the reading of addresses is tested, and the run says so.

const folder = mkdtempSync(join(tmpdir(), "persdesk-tls-"));
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl) console.log("persdesk: NOT tested: TLS to PostgreSQL, because openssl is not installed");

/** A certificate of its own for `localhost`, which is its own root too. */
function makeCertificate(name: string) {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert];
  const { status, stderr } = spawnSync("openssl", [...request, ...subject]);
  if (status !== 0) throw new Error(`${stderr}`);
  chmodSync(key, 0o600);
  return { key, cert };
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("an address", () => {
  const at = "postgres://u:p@db.persdesk.demo/name";
  it.each([
    ["", at, undefined],
    ["?sslmode=disable&application_name=x", `${at}?application_name=x`, undefined],
    ["?sslmode=require", at, { rejectUnauthorized: false }],
    ["?sslmode=verify-full", at, { rejectUnauthorized: true }],
    ["?sslrootcert=system", at, { rejectUnauthorized: true }],
  ])("with %s says how to connect", (query, address, ssl) => {
    const read = tlsOf(`${at}${query}`);
    expect(read.address).toBe(address);
    if (ssl) expect(read.ssl).toMatchObject(ssl);
    else expect(read.ssl).toBe(false);
  });

  it.each([
    ["?sslmode=prefer", "sslmode"],
    ["?sslmode=verify-ca", "needs sslrootcert"],
    ["?sslmode=require&sslrootcert=system", "needs sslmode=verify-full"],
    ["?sslmode=verify-full&sslrootcert=/nowhere/root.crt", "sslrootcert cannot be read"],
  ])("with %s is refused by name", (query, reason) => {
    expect(() => tlsOf(`${at}${query}`)).toThrow(reason);
  });
});

describe.runIf(hasOpenssl)("a PostgreSQL with a certificate", () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let own = "";
  let other = "";

  beforeAll(async () => {
    const { key, cert } = makeCertificate("server");
    [own, other] = [cert, makeCertificate("other").cert];
    const dir = join(folder, "postgres");
    const started = await startPostgres({ dir, throwaway: true });
    const { uid, gid } = statSync(join(dir, "data"));
    chownSync(key, uid, gid);
    chmodSync(folder, 0o755);
    await started.stop();
    server = await startPostgres({ dir, throwaway: true, more: { ssl: "on", ssl_cert_file: cert, ssl_key_file: key } });
  });
  afterAll(() => server?.stop());

  const address = (query: string, host = "localhost") => `${server.url.replace("127.0.0.1", host)}${query}`;

  /** Whether a connection is encrypted; the reason where there is none. */
  const ours = async (url: string) => {
    const sql = connect(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
    try {
      const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      return row?.ssl as boolean;
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    } finally {
      await sql.end();
    }
  };
  const queue = (url: string) => {
    const pgPool = jobPool(url, 1);
    return runMigrations({ pgPool })
      .finally(() => pgPool.end())
      .then(
        () => true,
        (error: { code?: string }) => error.code ?? String(error),
      );
  };

  it.each([
    ["?sslmode=disable", "localhost", false],
    ["?sslmode=require", "localhost", true],
    ["?sslmode=require", "127.0.0.1", true],
    ["?sslmode=require&sslrootcert=OWN", "127.0.0.1", true],
    ["?sslmode=require&sslrootcert=OTHER", "localhost", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["?sslmode=verify-ca&sslrootcert=OWN", "127.0.0.1", true],
    ["?sslmode=verify-ca&sslrootcert=OTHER", "localhost", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["?sslmode=verify-full&sslrootcert=OWN", "localhost", true],
    ["?sslmode=verify-full&sslrootcert=OWN", "127.0.0.1", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["?sslmode=verify-full", "localhost", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["?sslmode=verify-full&sslrootcert=OWN", "127.0.0.1:1,localhost", true],
    ["?sslmode=verify-full&sslrootcert=OWN&target_session_attrs=read-write", "localhost", true],
    ["?sslmode=verify-full&sslrootcert=OWN", "localhost:1,127.0.0.1", "NO_HOST"],
    ["?sslrootcert=system", "localhost", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ])("is reached by %s at %s as libpq would: %s", async (query, host, wanted) => {
    const url = address(query.replace("OWN", own).replace("OTHER", other), host);
    expect(await ours(url)).toBe(wanted);
    expect(await queue(url)).toBe(wanted === false ? true : wanted);
  });
});
