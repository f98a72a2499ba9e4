import { createTransport } from "nodemailer";
import { spanned } from "@/env/spans";
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

/** Sends one mail, or fails with the message of the mail server. */
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
 * A sender over SMTP.
 * @param url such as smtp://user:password@mail.example.com:587
 */
export function smtpSender(url: string): { send: SendMail; close: () => void } {
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
  return {
    async send({ id, html, unsubscribe, logo, ...mail }) {
      const headers = unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      };
      await spanned({ name: "send mail", kind: "client" }, () =>
        transport.sendMail({
          ...mail,
          html: html ?? undefined,
          ...(logo && { attachments: [attached(logo)] }),
          messageId: `<${id}@persdesk>`,
          ...(headers && { headers }),
        }),
      );
    },
    close: () => transport.close(),
  };
}
