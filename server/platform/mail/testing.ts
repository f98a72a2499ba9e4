import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

/** A real mail server for tests. It keeps what it gets; `hold` makes it wait before it acknowledges a mail, `refuse` answer each with that code. */
export async function startSmtpServer(options: { port?: number; hold?: () => Promise<void>; refuse?: number } = {}) {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: async (stream, _session, done) => {
      mails.push(await simpleParser(await buffer(stream)));
      await options.hold?.();
      if (options.refuse) done(Object.assign(new Error("not now"), { responseCode: options.refuse }));
      else done();
    },
  });
  server.on("error", () => undefined); // a client that was killed resets its connection
  await new Promise<void>((listening) => server.listen(options.port ?? 0, "127.0.0.1", () => listening()));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
