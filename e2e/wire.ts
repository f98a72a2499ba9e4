import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { password } from "@/scripts/demo.mjs";

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Asks as it is told, with whatever headers; the pieces are sent as they are, without their length. */
export async function send(url: string, options: RequestOptions = {}, pieces: Buffer[] = []): Promise<Answer> {
  const sent = request(url, options);
  for (const piece of pieces) sent.write(piece);
  const [answer] = (await once(sent.end(), "response")) as [IncomingMessage];
  let body = "";
  for await (const piece of answer) body += piece;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}

/** The cookies of somebody of the demo who signed in as the login page does. */
export async function cookiesOf(url: string, email: string): Promise<string> {
  const cookies = (answer: Response) => answer.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = await first.json();
  const second = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookies(first).join("; ") },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    redirect: "manual",
  });
  return [...cookies(first), ...cookies(second)].join("; ");
}
