import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { apnsKey, fcmAccount, startApns, startProvider } from "@/server/notification/sender/testing";
import { startSmtpServer } from "@/server/platform/mail/testing";

// What an installation sends to, as small servers of a test: Google's, Apple's, a mail server, a webhook's receiver.

/** How often each thing came, by what identifies it. */
type Arrived = Map<string, number>;
const note = (arrived: Arrived, id: string) => arrived.set(id, (arrived.get(id) ?? 0) + 1);

/** A receiver of webhooks that answers, or is silent. */
async function startReceiver(got: Arrived) {
  let isSilent = false;
  let asked = 0;
  const server: Server = createServer((req, res) => {
    req.resume().on("end", () => {
      asked++;
      if (isSilent) return;
      note(got, String(req.headers["webhook-id"]));
      res.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked: () => asked,
    hush: (silent: boolean) => {
      isSilent = silent;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What the titles of the day's notifications begin with; others are not counted. */
const title = "Day ";

/** Starts them all. `away` makes them fail as a whole, each in its way; `back` ends that. */
export async function startServices() {
  const arrived = { fcm: new Map(), apns: new Map(), smtp: new Map(), webhook: new Map() } satisfies Record<
    string,
    Arrived
  >;
  let isAway = false;
  const idIn = (body: string) => /"id":"([^"]+)"/.exec(body)?.[1] ?? randomUUID();
  const answering = (to: Arrived) => (one: { body: string }) => {
    if (isAway) return { status: 503 };
    if (one.body.includes(title)) note(to, idIn(one.body));
    return { status: 200, body: {} };
  };
  const google = await startProvider(answering(arrived.fcm));
  const apple = await startApns(answering(arrived.apns));
  const receiver = await startReceiver(arrived.webhook);
  const first = await startSmtpServer();
  const mailPort = first.port;
  const servers = [first];
  const mails = () =>
    servers.flatMap((server) =>
      server.mails.filter(({ subject }) => subject?.includes(title)).map(({ messageId }) => String(messageId)),
    );
  const { key, keyId, teamId, topic } = apnsKey;
  return {
    env: {
      FCM_SERVICE_ACCOUNT: JSON.stringify(fcmAccount(google.origin)),
      FCM_URL: google.origin,
      APNS_KEY: key,
      APNS_KEY_ID: keyId,
      APNS_TEAM_ID: teamId,
      APNS_TOPIC: topic,
      APNS_URL: apple.url,
      SMTP_URL: first.url,
      OUTBOUND_ALLOWED: receiver.origin,
    },
    hook: `${receiver.origin}/hooks`,
    /** How many different things came, and how many of them more than once. */
    counts() {
      const smtp: Arrived = new Map();
      for (const id of mails()) note(smtp, id);
      const all = { ...arrived, smtp };
      return Object.entries(all).map(([channel, came]) => ({
        channel,
        came: came.size,
        twice: [...came.values()].filter((times) => times > 1).length,
      }));
    },
    /** How often each was asked, with any answer; a mail server that is away is not. */
    asked: () => ({ fcm: google.asked.length, apns: apple.asked.length, webhook: receiver.asked() }),
    async away() {
      isAway = true;
      receiver.hush(true);
      await servers.at(-1)?.close();
    },
    async back() {
      isAway = false;
      receiver.hush(false);
      servers.push(await startSmtpServer({ port: mailPort }));
    },
    async stop() {
      google.close();
      apple.close();
      receiver.close();
      await servers.at(-1)?.close();
    },
  };
}
