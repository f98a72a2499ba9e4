/**
 * Where to go after signing in: the path of `wanted` when it is an address of this origin, else the home page, so that
 * a link cannot send people elsewhere by way of our sign-in page. A path that begins with two slashes is refused,
 * because browsers read it as another host.
 */
export function samePath(wanted: string | null | undefined, origin: string): string {
  const home = new URL(origin);
  const url = wanted && URL.canParse(wanted, origin) ? new URL(wanted, origin) : home;
  const isOurs = url.origin === home.origin && url.protocol === home.protocol && !url.pathname.startsWith("//");
  return isOurs ? url.pathname + url.search + url.hash : "/";
}
