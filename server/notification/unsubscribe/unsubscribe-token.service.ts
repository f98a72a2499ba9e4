import { env } from "@/env/env";
import { sealData, unsealData } from "@/server/kit/secret/seal";

export const unsubscribePath = "/api/unsubscribe/";
const purpose = "unsubscribe";

/** The link that ends the mails of an app for an address; only this product can make one, and it names nobody. */
export const unsubscribeLink = (email: string, keyPlatformTech: string) =>
  `${env.APP_URL.replace(/\/$/, "")}${unsubscribePath}${sealData(purpose, Buffer.from(JSON.stringify([email, keyPlatformTech]))).toString("base64url")}`;

/** What a link is about; undefined for one that this product did not make. */
export function unsubscribeOf(token: string): { email: string; keyPlatformTech: string } | undefined {
  try {
    const [email, keyPlatformTech]: unknown[] = JSON.parse(
      unsealData(purpose, Buffer.from(token, "base64url")).toString("utf8"),
    );
    return { email: String(email), keyPlatformTech: String(keyPlatformTech) };
  } catch {
    return undefined;
  }
}
