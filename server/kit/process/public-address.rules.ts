import { BlockList, isIP } from "node:net";

// The registries of special addresses (RFC 6890 and what IANA added since). Of IPv6 only global unicast is public at all.
const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  notPublic.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  notPublic.addSubnet(network, prefix, "ipv6");

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** Networks whose last 32 bits are an IPv4 address: mapped ones, and those a NAT64 leads to. */
const carriesIpv4 = new BlockList();
carriesIpv4.addSubnet("::ffff:0:0", 96, "ipv6");
carriesIpv4.addSubnet("64:ff9b::", 96, "ipv6");

/** The last 32 bits of an IPv6 address as an IPv4 one. */
function lastIpv4(address: string): string {
  const dotted = /[\d.]+$/.exec(address)?.[0] ?? "";
  if (isIP(dotted) === 4) return dotted;
  const { hostname } = new URL(`http://[${address}]`); // in its shortest form, without dots
  const groups = hostname.slice(1, -1).split(":");
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Can anybody on the internet have this address? False for addresses of this machine, its network, or nobody. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !notPublic.check(address, "ipv4");
  if (kind !== 6 || address.includes("%")) return false;
  if (carriesIpv4.check(address, "ipv6")) return isPublicAddress(lastIpv4(address));
  return globalUnicast.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}
