import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";
import { onServer } from "@/db/testing/clone";
import { screenOf } from "../session";
import { drawDashboard, type Part } from "./dashboard";
import type { Installation } from "./day-installation";
import { alertsOf, panelsOf, recordMetrics, type Series, startPrometheus, type Target } from "./prometheus";

const operations = "docs/operations";
const patience = { timeout: 120_000, interval: 500 };
const panels = panelsOf(`${operations}/grafana.json`);
const alerts = alertsOf(`${operations}/alerts.yml`);
const names = new Set(
  [...panels, ...alerts].flatMap(({ expr }) => expr.match(/\b(persdesk|process|nodejs)_\w+/g) ?? []),
);

const headers = { "content-type": "application/json", "x-api-key": "demo-internal-key" };
/** Seconds between two values of what is drawn. */
const step = 60;

/** The longest time, in seconds, for which a series has values one after the other. */
function longest({ values }: Series): number {
  let [most, since, last] = [0, Number.NaN, Number.NaN];
  for (const [at] of values) {
    if (!(at - last <= step)) since = at;
    last = at;
    most = Math.max(most, at - since);
  }
  return most;
}

/** What happens on the day at an installation, and what is seen of it by its metrics. */
export async function beginDay({ url, primary, metrics, webs, targets, services, clock, home }: Installation) {
  const staff = await screenOf({ url }, "admin@persdesk.demo");
  const events = ["pers-alert.opened"];
  await staff.mutate("webhooks.create", { name: "Receiver", url: services.hook, events });
  // Somebody with two phones, and devices whose batteries will run down.
  const serials = await onServer(primary().url, async (sql) => {
    for (const os of [1, 2])
      await sql`
        insert into notification.devices (id, email, key_platform_tech, mobile_device_id, token, os, created_at, updated_at)
        values (gen_random_uuid(), 'rider@persdesk.demo', 'RIDER_APP', ${`phone ${os}`}, ${`token ${os}`}, ${os}, now(), now())`;
    const rows = await sql<{ serial: string }[]>`
      select nu_serial_pers_number as serial from backoffice.pers p
      where not exists (select from backoffice.pers_alerts a where a.pers_id = p.id) order by 1 limit 500`;
    return rows.map(({ serial }) => serial);
  });
  async function post(path: string, body: object) {
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
  }
  let told = 0;
  const recorded = recordMetrics(targets, clock.now, names);
  const parts: Part[] = [];
  const gauge = (text: string, name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]?.replace("Inf", "Infinity") ?? Number.NaN);

  return {
    /** A notification to two phones and by mail, and an alert that a webhook gets. */
    async tell() {
      const sentAt = new Date(clock.now()).toISOString();
      const persSerialNumber = serials[told++ % serials.length];
      const message = { messageId: randomUUID(), persSerialNumber, iotMessageType: "telemetry", sentAt };
      await post("/api/notification-request", {
        notificationTitle: `Day ${told}`,
        notificationContent: "Text",
        keyPlatformTechs: ["RIDER_APP"],
        typeNotificationList: [2, 3],
        emailUserDestList: ["rider@persdesk.demo"],
      });
      await post("/api/v1/backoffice/internals/iot-messages", {
        messages: [{ ...message, payload: { batteryLevel: 5 } }],
      });
    },
    /** How many of those things have not come yet. */
    missing: () => services.counts().reduce((sum, { came }) => sum + Math.max(0, told - came), 0),
    /** A wrong password, as somebody tries who guesses. */
    guess: () =>
      fetch(`${url}/api/v1/users/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "support@persdesk.demo", password: randomUUID() }),
      }).then((answer) => answer.body?.cancel()),
    /** How many seconds the replica lacks, as the webs see it. */
    replicaLate: async () => {
      const texts = await Promise.all(webs.map(({ port }) => metrics(port)));
      return Math.max(...texts.map((text) => gauge(text, "persdesk_replica_late_seconds")));
    },
    /** Whether requests of people have come to a web since it was started. */
    hasServed: async ({ port }: Target) =>
      /^persdesk_http_requests_total\{operation="modelPers/m.test(await metrics(port)),
    /** So many minutes of all programs, of two seconds each. */
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute++) {
        clock.forward(58);
        await sleep(2_000);
      }
    },
    /** Waits until all programs have the same time again: one that saw a leap before the database did corrected itself by it. */
    async settle() {
      const isOff = async ({ port }: Target) =>
        Math.abs(gauge(await metrics(port), "persdesk_clock_ahead_seconds")) > 2;
      await vi.waitFor(async () => {
        if ((await Promise.all(targets.map(isOff))).includes(true)) throw new Error("clocks differ");
      }, patience);
    },
    /** Marks what was just done in what is drawn; `from` in the programs' milliseconds. */
    mark: (name: string, from: number) => parts.push({ name, from: from / 1000, to: clock.now() / 1000 }),
    /** @returns the dashboard as a picture, the titles of panels that show nothing, and the alerts that would have fired */
    async draw() {
      const prometheus = await startPrometheus(home, await recorded.stop());
      const [from, to] = [(parts[0]?.from ?? 0) - 60, clock.now() / 1000];
      try {
        const drawn: { panel: (typeof panels)[number]; series: Series[] }[] = [];
        for (const panel of panels) drawn.push({ panel, series: await prometheus.range(panel.expr, from, to, step) });
        const fired: string[] = [];
        for (const { name, expr, lasts } of alerts) {
          const series = await prometheus.range(expr, from, to, step);
          if (series.some((one) => longest(one) >= lasts)) fired.push(name);
        }
        const isEmpty = ({ series }: { series: Series[] }) =>
          !series.some(({ values }) => values.some(([, value]) => Number.isFinite(Number(value))));
        const empty = drawn.filter(isEmpty).map(({ panel }) => panel.title);
        return { svg: drawDashboard(drawn, parts, from, to), empty, fired };
      } finally {
        await prometheus.stop();
      }
    },
  };
}
