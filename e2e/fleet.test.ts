import { expect, it } from "vitest";
import { password } from "@/scripts/demo.mjs";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, signInOverHttp } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();

const devices = 500;
const batchSize = 50;
const key = { "x-api-key": "demo-internal-key" };
let headers: Record<string, string> = {};

async function call<T>(method: string, path: string, body?: object, credentials = headers): Promise<T> {
  const response = await fetch(`${persdesk().url}/api/v1/${path}`, {
    method,
    headers: { ...credentials, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

interface Answer {
  accepted: number;
  duplicates: number;
  rejected: { field: string }[];
}
const report = (messages: object[]) => call<Answer>("POST", "backoffice/internals/iot-messages", { messages }, key);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

interface Device {
  id: string;
  serial: string;
}

/** What a device sends in six rounds: its battery falls from 60 % by 8 a round, every fifth one's from 40 %. */
const message = ({ serial }: Device, index: number, round: number) => ({
  messageId: `${serial}/${round}`,
  persSerialNumber: serial,
  iotMessageType: round % 2 ? "status" : "position",
  payload: { batteryLevel: (index % 5 ? 60 : 40) - 8 * round, latitude: 48 + index / 1000, longitude: 2, speed: round },
  sentAt: minutesAgo(60 - round),
});

it("takes in a fleet that reports all at once and repeats itself, and shows it to staff", async () => {
  const email = "admin@persdesk.demo";
  const { accessToken } = await call<{ accessToken: string }>("POST", "users/login", { email, password });
  headers = { authorization: `Bearer ${accessToken}` };
  const level = await call<{ id: string }>("POST", "backoffice/admin/level-alerts", {
    label: "Fleet test",
    color: "#e03131",
    rank: 1,
  });
  await call("POST", "backoffice/alerts", {
    alertLabel: "Fleet battery low",
    code: "FLEET_BATTERY",
    topicAlert: "Battery",
    groupAlert: "Energy",
    levelAlertId: level.id,
    rule: { field: "batteryLevel", operator: "<", value: 15, endValue: 20 },
  });
  const fleet = await ask<Device>(
    persdesk(),
    (sql) => sql`select id, nu_serial_pers_number as serial from backoffice.pers order by id limit ${devices}`,
  );
  const list = (query: string) =>
    call<{ meta: { totalItems: number } }>("GET", `backoffice/log-iot-message?limit=1&${query}`);
  const before = (await list("")).meta.totalItems;

  const messages = fleet.flatMap((device, index) => [0, 1, 2, 3, 4, 5].map((round) => message(device, index, round)));
  // The newest come first, so that most of what follows is late.
  messages.sort((a, b) => (a.sentAt < b.sentAt ? 1 : -1));
  const batches = Array.from({ length: messages.length / batchSize }, (_, n) =>
    messages.slice(n * batchSize, (n + 1) * batchSize),
  );
  // Ten senders at once, each of which sends every batch twice, as a device does whose line broke.
  const answers: Answer[] = [];
  await Promise.all(
    Array.from({ length: 10 }, async (_, sender) => {
      for (const batch of batches.filter((_, n) => n % 10 === sender))
        answers.push(...(await Promise.all([report(batch), report(batch)])));
    }),
  );
  const sum = (count: (answer: Answer) => number) => answers.reduce((total, answer) => total + count(answer), 0);
  expect(sum(({ accepted }) => accepted)).toBe(messages.length);
  expect(sum(({ duplicates }) => duplicates)).toBe(messages.length);
  expect(sum(({ rejected }) => rejected.length)).toBe(0);
  expect((await list("")).meta.totalItems).toBe(before + messages.length);

  const [low] = fleet;
  const current = await call<object>("GET", `backoffice/pers/${low?.id}/current-data`);
  expect(current).toMatchObject({ batteryLevel: 0, latitude: 48, speed: 5, alerts: [{ label: "Fleet battery low" }] });
  const raised = await call<object>("GET", `backoffice/pers/${low?.id}/pers-alerts?alert=FLEET`);
  expect(raised).toMatchObject({ meta: { totalItems: 1 }, items: [{ endedAt: null }] });

  const page = await openPage();
  const faults = faultsOf(page);
  await signInOverHttp(page, persdesk(), email);
  await visit(page, `${persdesk().url}/pers-alerts?alert=FLEET_BATTERY&isOpen=true`);
  await page
    .getByText(`of ${devices / 5}`)
    .first()
    .waitFor();
  await visit(page, `${persdesk().url}/iot-messages?persSerialNumber=${low?.serial}`);
  await page.getByText("1–6 of 6").waitFor();
  const live = await page.evaluateHandle(async (id) => {
    const source = new EventSource(`/api/live/pers/${id}`);
    const type = new Promise<string>((resolve) => {
      source.addEventListener("message", ({ data }) => resolve(JSON.parse(data).iotMessageType));
    }).finally(() => source.close());
    await new Promise((opened) => source.addEventListener("open", opened));
    return { type };
  }, low?.id);
  await report([{ ...message(low ?? { id: "", serial: "" }, 0, 6), iotMessageType: "live", payload: {} }]);
  expect(await live.evaluate(({ type }) => type)).toBe("live");
  expect(faults).toEqual([]);
});
