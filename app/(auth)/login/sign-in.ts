export interface Refusal {
  /** the server's word for it */
  code?: string;
  message: string;
  /** seconds until another try is worth it */
  wait?: number;
}

const messages: Record<string, string> = {
  invalid_credentials: "E-mail or password is wrong. Check both and try again.",
  invalid_input: "Give an e-mail address and a password.",
  account_not_activated:
    'This account is not activated yet. Use the code that was mailed to you, or "Forgot your password?" to get one.',
  invalid_second_factor: "This code is wrong or was used before. Wait for the next one and try again.",
  forbidden: "This account is disabled. Ask an administrator of Persdesk.",
  too_many_requests: "Too many tries. Nothing is lost; wait, then try again.",
};
const unknown = "Signing in did not work just now. Try again in a moment.";

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
