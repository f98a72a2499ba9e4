import type { Settings } from "@/env/env";

const yearMs = 365 * 86_400_000;

/**
 * The body of `/.well-known/security.txt` (RFC 9116): where faults of security are reported.
 * @param now it expires a year later
 * @returns nothing where `SECURITY_CONTACT` is not set
 */
export function securityText(
  { SECURITY_CONTACT, APP_URL }: Pick<Settings, "SECURITY_CONTACT" | "APP_URL">,
  now: Date,
): string | undefined {
  if (!SECURITY_CONTACT) return undefined;
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${new Date(now.getTime() + yearMs).toISOString()}`,
    "Preferred-Languages: en, fr, de",
    `Canonical: ${new URL("/.well-known/security.txt", APP_URL).href}`,
  ];
  return `${lines.join("\n")}\n`;
}
