/** What an address that somebody gave may take: milliseconds for all of it, and bytes of its answer. */
export const outboundLimits = { patienceMs: 10_000, mostBytes: 64 * 1024 };
