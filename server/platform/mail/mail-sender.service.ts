import { createTransport } from "nodemailer";
import { spanned } from "@/env/spans";
import { Breaker } from "@/server/kit/process/breaker";
import { logoName } from "./mail-layout.rules";

export interface OutgoingMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** a PNG that the HTML shows as `logoCid` */
  logo?: Uint8Array | null;
  /** the link that ends such mails, for the mail client's own button (RFC 8058) */
  unsubscribe?: string;
}

/** The mail server could not be reached, so that it said nothing of the mail. */
export class MailServerAway extends Error {
  /** @param until before then nobody asks it, in milliseconds since 1970; 0 where not said */
  constructor(
    message: string,
    readonly until = 0,
  ) {
    super(message);
  }
}

const lostConnection = new Set(["ECONNECTION", "EDNS", "EPROXY", "ESOCKET", "ETIMEDOUT", "ETLS"]);

/** Whether a mail was not sent because of the connection, and not because of an answer. */
function isAway(error: unknown): error is Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return error instanceof Error && responseCode === undefined && lostConnection.has(code ?? "");
}

/** Sends one mail, or fails with the message of the mail server, or with `MailServerAway`. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

const attached = (logo: Uint8Array) => ({
  filename: "logo.png",
  content: Buffer.from(logo),
  contentType: "image/png",
  contentDisposition: "inline" as const,
  cid: logoName,
});

const patience = 15_000;

/**
 * Asks the mail server whether it lets us in, and sends nothing.
 * @throws what it says, or why it cannot be reached
 */
export async function askMailServer(url: string): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: patience, greetingTimeout: patience });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * A sender over SMTP.
 * @param url such as smtp://user:password@mail.example.com:587
 */
export function smtpSender(url: string): { send: SendMail; breaker: Breaker; close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // Mails are made of strings only: nothing in them may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const breaker = new Breaker();
  let lastReason = "";
  return {
    breaker,
    async send({ id, html, unsubscribe, logo, ...mail }) {
      const headers = unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      };
      const until = breaker.pausedUntil();
      if (until > 0) throw new MailServerAway(lastReason, until);
      try {
        await spanned({ name: "send mail", kind: "client" }, () =>
          transport.sendMail({
            ...mail,
            html: html ?? undefined,
            ...(logo && { attachments: [attached(logo)] }),
            messageId: `<${id}@persdesk>`,
            ...(headers && { headers }),
          }),
        );
      } catch (error) {
        if (!isAway(error)) {
          breaker.succeeded();
          throw error;
        }
        breaker.failed();
        lastReason = error.message;
        throw new MailServerAway(lastReason, breaker.state.until);
      }
      breaker.succeeded();
    },
    close: () => transport.close(),
  };
}
