// @ts-check
import postgres from "postgres";
import { tlsOf } from "../env/database-tls.mjs";

/**
 * A client of the database at this address: the driver's, which nothing else of ours opens.
 * @template {Record<string, import("postgres").PostgresType>} T
 * @param {string} url
 * @param {import("postgres").Options<T>} [options]
 */
export function connect(url, options) {
  const { address, ssl } = tlsOf(url);
  return postgres(address, { ...options, ssl });
}
