// @ts-check
import { readFileSync } from "node:fs";
import { checkServerIdentity } from "node:tls";
import { placesOf } from "./database-hosts.mjs";

// TLS to PostgreSQL: the parameters of an address mean what they mean to libpq, so that one address is right for the
// program, pg_dump and psql. The driver knows neither a file of certificates nor a check of the chain alone.

const parameters = ["sslmode", "sslrootcert", "sslcert", "sslkey"];

const wholeAddress = (/** @type {string} */ url) => {
  const [address = "", ...query] = url.split("?");
  return { address, params: new URLSearchParams(query.join("?")) };
};

/** @returns {string} the content of a file that an address names */
function contentOf(/** @type {string} */ name, /** @type {string} */ path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${name} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
}

const hostsOf = (/** @type {string} */ address) => placesOf(address).map(({ host }) => host);

/**
 * Checks a certificate against the name of the host that the connection leads to, which the driver notes on its socket. It says
 * no name to TLS where that is an IP address, and Node would then ask for "localhost".
 */
function checksName(/** @type {string} */ address) {
  const hosts = hostsOf(address);
  /** @type {(this: { socket?: { host?: string } } | undefined, name: string, certificate: import("node:tls").PeerCertificate) => Error | undefined} */
  return function (_, certificate) {
    const host = this?.socket?.host ?? (hosts.length === 1 ? hosts[0] : undefined);
    // Nobody's name, where it is not known which of several hosts this is.
    return checkServerIdentity(host && hosts.includes(host) ? host : "", certificate);
  };
}

/**
 * How to reach a database: its address without the parameters of TLS, and what those mean. `require` encrypts and trusts
 * any certificate, or, with `sslrootcert`, one that it vouches for; `verify-ca` wants that, `verify-full` the host's name
 * too. `sslrootcert=system` are the certificates that Node brings. Without `sslmode` nothing is encrypted.
 * @param {string} url
 * @returns {{ address: string, ssl: false | import("node:tls").ConnectionOptions }}
 * @throws Error that names the parameter, for a mode that promises nothing and a file that cannot be read
 */
export function tlsOf(url) {
  const { address, params } = wholeAddress(url);
  const [mode, rootFile, certFile, keyFile] = parameters.map((name) => {
    const value = params.get(name);
    params.delete(name);
    return value ?? undefined;
  });
  const rest = params.size > 0 ? `${address}?${params}` : address;
  const isSystem = rootFile === "system";
  const chosen = mode ?? (isSystem ? "verify-full" : "disable");
  if (chosen === "disable") return { address: rest, ssl: false };
  if (!["require", "verify-ca", "verify-full"].includes(chosen))
    throw new Error(`sslmode is "${chosen}": give disable, require, verify-ca or verify-full`);
  if (isSystem && chosen !== "verify-full") throw new Error("sslrootcert=system needs sslmode=verify-full");
  if (chosen === "verify-ca" && !rootFile) throw new Error("sslmode=verify-ca needs sslrootcert");
  const trusts = chosen === "require" && !rootFile;
  return {
    address: rest,
    ssl: {
      rejectUnauthorized: !trusts,
      ...(rootFile && !isSystem && { ca: contentOf("sslrootcert", rootFile) }),
      ...(certFile && { cert: contentOf("sslcert", certFile) }),
      ...(keyFile && { key: contentOf("sslkey", keyFile) }),
      checkServerIdentity: chosen === "verify-full" ? checksName(rest) : () => undefined,
    },
  };
}
