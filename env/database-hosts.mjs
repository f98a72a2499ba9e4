// @ts-check

// An address may name several hosts; one is what `target_session_attrs` asks for, as to libpq.

/** @typedef {{ host: string, port: number }} Place */
/** @typedef {"any" | "read-write" | "read-only" | "primary" | "standby" | "prefer-standby"} Wanted */

const wanteds = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"];

const parts = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(\/[^?]*)?(?:\?(.*))?$/;

/** @returns the address in its four parts; the second one has the hosts */
function partsOf(/** @type {string} */ url) {
  const [, before = "", hosts = "", path = "", query = ""] = parts.exec(url) ?? [];
  return { before, hosts, path, params: new URLSearchParams(query) };
}

/** @returns {Place} */
function placeOf(/** @type {string} */ text) {
  const [, bare = "", given] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(text) ?? [];
  const port = Number(given || 5432);
  if (!bare || port < 1 || port > 65535) throw new Error(`"${text}" is no host and port`);
  return { host: decodeURIComponent(bare.replace(/^\[(.*)\]$/, "$1")), port };
}

/**
 * The hosts of an address, in its order.
 * @param {string} url
 * @returns {Place[]}
 * @throws Error that names the one that is no host
 */
export const placesOf = (url) => partsOf(url).hosts.split(",").map(placeOf);

/**
 * Which of them is wanted.
 * @param {string} url
 * @returns {Wanted}
 * @throws Error for a word that libpq does not know either
 */
export function wantedOf(url) {
  const wanted = partsOf(url).params.get("target_session_attrs") ?? "any";
  if (!wanteds.includes(wanted)) throw new Error(`target_session_attrs is "${wanted}": give ${wanteds.join(", ")}`);
  return /** @type {Wanted} */ (wanted);
}

/**
 * The same address with one host alone.
 * @param {string} url
 * @param {Place} [place] the first one where not said
 */
export function addressOf(url, place) {
  const { before, path, params } = partsOf(url);
  const { host, port } = place ?? /** @type {Place} */ (placesOf(url)[0]);
  params.delete("target_session_attrs");
  const name = host.includes(":") ? `[${host}]` : encodeURIComponent(host);
  return `${before}${name}:${port}${path}${params.size > 0 ? `?${params}` : ""}`;
}
