import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request } from "node:http";

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Asks as it is told, with any headers; the pieces are sent as they are, without their length. */
export async function send(url: string, options: RequestOptions = {}, pieces: Buffer[] = []): Promise<Answer> {
  const sent = request(url, options);
  for (const piece of pieces) sent.write(piece);
  const [answer] = (await once(sent.end(), "response")) as [IncomingMessage];
  let body = "";
  for await (const piece of answer) body += piece;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}
