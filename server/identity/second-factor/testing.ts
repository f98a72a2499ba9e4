import { Secret, TOTP } from "otpauth";
import { handleApi } from "@/server/api";
import { testPassword } from "../testing";

/** The code of an authenticator, `steps` of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/**
 * The middle of a step: with the clock held there, no code ages while a test runs. The last one that is past, since ids never
 * fall back by some seconds: they would be ahead of the database's clock in the tests that follow.
 */
export const midStep = () => Math.floor((Date.now() - 15_000) / 30_000) * 30_000 + 15_000;

/** A login by REST. */
export async function login(email: string, totpCode?: string, password = testPassword) {
  const body = JSON.stringify({ email, password, totpCode });
  const headers = { "content-type": "application/json" };
  const response = await handleApi(
    new Request("http://localhost/api/v1/users/login", { method: "POST", headers, body }),
  );
  return { status: response.status, body: await response.json(), headers: response.headers };
}
