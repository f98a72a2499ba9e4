/**
 * Where to go after signing in: the path of `wanted` when it is an address of this very origin, else the home page, so
 * that a link cannot send people elsewhere with our sign-in page in between. A path of two slashes would be read as
 * another host by whoever follows it, so it is none of ours.
 */
export function samePath(wanted: string | null | undefined, origin: string): string {
  const home = new URL(origin);
  const url = wanted && URL.canParse(wanted, origin) ? new URL(wanted, origin) : home;
  const isOurs = url.origin === home.origin && url.protocol === home.protocol && !url.pathname.startsWith("//");
  return isOurs ? url.pathname + url.search + url.hash : "/";
}
