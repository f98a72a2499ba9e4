import { addressOf } from "@/env/database-hosts.mjs";

/** What our statements and the parsing of their answers rely on, independent of the server's settings. */
export const sessionSettings = {
  bytea_output: "hex",
  DateStyle: "ISO,MDY",
  IntervalStyle: "postgres",
  search_path: "public",
  standard_conforming_strings: "on",
  TimeZone: "UTC",
};

/**
 * Those that PgBouncer keeps for each client: it takes them at the start, as the server spells them, and sets what a client did
 * not name back to what the server said at the first connection of its pool, whatever the role has been given since.
 */
export const pooledSettings = { DateStyle: "ISO, MDY", standard_conforming_strings: "on", TimeZone: "UTC" };

/**
 * The address of the first host of a database whose connections are so set, for the job queue's driver. What that
 * says of TLS means to it what it means to libpq (`tlsOf`).
 */
export function withSession(url: string, settings: Record<string, string | number> = sessionSettings): string {
  const address = new URL(addressOf(url));
  const { searchParams } = address;
  if (searchParams.get("sslrootcert") === "system") {
    searchParams.delete("sslrootcert");
    searchParams.set("sslmode", "verify-full");
  }
  if (searchParams.has("sslmode")) searchParams.set("uselibpqcompat", "true");
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  address.searchParams.set("options", [address.searchParams.get("options"), ...options].filter(Boolean).join(" "));
  return address.href;
}
