// @ts-check
import net from "node:net";
import postgres from "postgres";
import { addressOf, placesOf, wantedOf } from "../env/database-hosts.mjs";
import { tlsOf } from "../env/database-tls.mjs";
import { Hosts } from "./hosts.mjs";

/** @type {Map<string, Hosts>} */
const known = new Map();

/** The address of one host for the driver, which would ask several in a way of its own, and what TLS means there. */
function one(/** @type {string} */ url, /** @type {import("../env/database-hosts.mjs").Place} */ place) {
  const { ssl } = tlsOf(url);
  return { address: tlsOf(addressOf(url, place)).address, ssl };
}

/**
 * The hosts of an address (ADR 97), the same for all connections of this process; undefined where it names one, whatever that is.
 * @param {string} url
 */
export function hostsOf(url) {
  const [places, wanted] = [placesOf(url), wantedOf(url)];
  if (places.length === 1 && wanted === "any") return undefined;
  const found = known.get(url);
  if (found) return found;
  const made = new Hosts(places, wanted, (place) => {
    const { address, ssl } = one(url, place);
    const connection = { application_name: "persdesk hosts" };
    return postgres(address, { ssl, max: 1, connect_timeout: 2, prepare: false, fetch_types: false, connection });
  });
  known.set(url, made);
  return made;
}

/** The driver loses a connection for good whose socket cannot be made, but not one whose socket fails. */
function deadSocket(/** @type {Error} */ error) {
  const socket = new net.Socket();
  setImmediate(() => socket.destroy(error));
  return socket;
}

/**
 * A client of the database at this address: the driver's, which nothing else of ours opens. Where the address names several
 * hosts, each connection leads to the one that is what it asks for.
 * @template {Record<string, import("postgres").PostgresType>} T
 * @param {string} url
 * @param {import("postgres").Options<T>} [options]
 */
export function connect(url, options) {
  const hosts = hostsOf(url);
  const [first] = placesOf(url);
  if (!hosts || !first) {
    const { address, ssl } = tlsOf(url);
    return postgres(address, { ...options, ssl });
  }
  const { address, ssl } = one(url, first);
  // The driver's types do not know of it: it gives a socket that is connected.
  const dialled = { socket: () => hosts.dial().catch(deadSocket) };
  return postgres(address, { ...options, ...dialled, ssl });
}
