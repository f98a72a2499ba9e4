export interface Refusal {
  /** the server's word for it */
  code?: string;
  /** an English text, translated where it is drawn */
  message: string;
  /** seconds until another try is worth it */
  wait?: number;
}

const messages: Record<string, string> = {
  invalid_credentials: "The e-mail address or password is incorrect. Check both and try again.",
  invalid_input: "Enter an e-mail address and a password.",
  account_not_activated:
    'This account is not activated yet. Use the code that we sent you, or choose "Forgot your password?" to get a new one.',
  invalid_second_factor: "This code is incorrect or was already used. Wait for the next one and try again.",
  forbidden: "This account is disabled. Contact a Persdesk administrator.",
  too_many_requests: "Too many attempts. Wait, then try again.",
};
const unknown = "Sign-in is not available right now. Try again in a moment.";

/** The refusal that next-auth's answer carries in its address. */
export function refusalOf(url: string): Refusal {
  const [code = "", seconds] = (new URL(url, "http://localhost").searchParams.get("error") ?? "").split(":");
  return { code, message: messages[code] ?? unknown, ...(seconds && { wait: Number(seconds) }) };
}

/** Signs in; the answer sets the session's cookie. @returns why not, or undefined when it went well */
export async function signIn(email: string, password: string, totpCode = ""): Promise<Refusal | undefined> {
  try {
    const { csrfToken } = await (await fetch("/api/auth/csrf", { cache: "no-store" })).json();
    const answer = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, email, password, totpCode, json: "true" }),
    });
    const { url } = await answer.json();
    const failed = !answer.ok || new URL(url).searchParams.has("error") || new URL(url).searchParams.has("csrf");
    return failed ? refusalOf(url) : undefined;
  } catch {
    return { message: unknown };
  }
}
