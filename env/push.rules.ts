import { createECDH, createPrivateKey } from "node:crypto";
import { z } from "zod";
import { readSigningKeys } from "./signing-key.rules";

/** What Google hands out as a file for a service account. */
const PushAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url().default("https://oauth2.googleapis.com/token"),
});
export type PushAccount = z.output<typeof PushAccount>;

/** The service account of a JSON text; undefined where it is none, or its key is not RSA in PKCS#8. */
export function readPushAccount(text: string): PushAccount | undefined {
  try {
    const account = PushAccount.parse(JSON.parse(text));
    const isRsa = createPrivateKey(account.private_key).asymmetricKeyType === "rsa";
    return isRsa && account.private_key.includes("BEGIN PRIVATE KEY") ? account : undefined;
  } catch {
    return undefined;
  }
}

/** The .p8 key of an Apple team as PKCS#8 PEM; undefined where the text is not one P-256 key. */
export function readPushKey(text: string): string | undefined {
  const [pem, ...others] = readSigningKeys(text) ?? [];
  const isOne = pem !== undefined && others.length === 0;
  return isOne && createPrivateKey(pem).asymmetricKeyType === "ec" ? pem : undefined;
}

/** What is wrong with a pair of VAPID keys, as one line that begins with a variable's name; undefined when nothing is. */
export function vapidFault(publicKey: string, privateKey: string): string | undefined {
  try {
    const curve = createECDH("prime256v1");
    curve.setPrivateKey(Buffer.from(privateKey, "base64url"));
    if (curve.getPublicKey("base64url") === publicKey) return undefined;
    return "WEB_PUSH_PUBLIC_KEY is not the public key of WEB_PUSH_PRIVATE_KEY";
  } catch {
    return "WEB_PUSH_PRIVATE_KEY is not a VAPID key; make a pair with: npx web-push generate-vapid-keys";
  }
}
