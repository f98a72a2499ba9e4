/**
 * Where to go after signing in: the path of `wanted` when it is an address of this very origin, else the home page, so
 * that a link cannot send people elsewhere with our sign-in page in between.
 */
export function samePath(wanted: string | null | undefined, origin: string): string {
  const url = wanted && URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined;
  return url?.origin === new URL(origin).origin ? url.pathname + url.search + url.hash : "/";
}
