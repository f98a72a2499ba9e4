import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { listeningSql } from "@/db/client";
import { alerts, companyPersLinks, persAlerts, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { patienceMs } from "@/db/testing/scale";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import {
  makeFitted,
  makePartners,
  makeWorkspace,
  type Workspace,
} from "@/server/companies/partners/company-partner/testing";
import { makeCompanyRole, makeMembership } from "@/server/companies/testing";
import { alertTopic } from "@/server/devices/alert-desk/alert-live-topic";
import { followedPlaces } from "@/server/devices/alert-desk/alert-presence.service";
import { deviceFactory } from "@/server/devices/pers/testing";
import { endLive, liveDoor } from "@/server/doors/live";
import { actorOf } from "@/server/identity/actor";
import { makeUser } from "@/server/identity/testing";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import type { Actor } from "@/server/kit/call/context";
import type { LiveTopic } from "@/server/kit/call/live-topic";
import { failure, staffCtx } from "@/server/kit/testing";
import { fleetAlertTopic } from "./fleet-alert-live-topic";

const { db } = useDatabase();
let maker: Workspace;
let sub: Workspace;
let colleague: Actor;
let id: string;
const staff: Actor[] = [];

type Person = Awaited<ReturnType<typeof makeUser>>;
/** A person of companies, with the rights that they hold. */
const personOf = (user: Person): Actor => ({
  ...actorOf(user),
  rightsIn: (companyId) => rightsIn({ db: db() }, user.id, companyId),
});

beforeAll(async () => {
  await seedBase(db());
  for (const firstName of ["Ada", "Ben", "Cid"]) {
    const user = await makeUser(db(), { firstName, lastName: "Staff" });
    const { actor } = staffCtx(db());
    staff.push({ ...actor, id: user.id } as Actor);
  }
  maker = await makeWorkspace(db(), "MANUFACTURER");
  sub = await makeWorkspace(db(), "SUBCONTRACTOR");
  const [fitted] = await makeFitted(db(), maker.companyId, 1);
  const persId = fitted?.id ?? "";
  const link = await makePartners(maker, sub, "subcontractors");
  const { companyId } = maker;
  await maker.call.subcontractors.managePers({ companyId, id: link, persIds: [persId], ifMatch: "*" });
  const role = await makeCompanyRole(db(), companyId, ["company-alert.read"]);
  const { user: cleo } = await makeMembership(db(), companyId, { companyRoleId: role.id });
  await db().update(users).set({ firstName: "Cleo", lastName: "Maker" }).where(eq(users.id, cleo.id));
  colleague = personOf(cleo);
  const levelAlertId = await deviceFactory(db).level();
  const named = { alertLabel: "Low battery", code: "LOW", topicAlert: "T", groupAlert: "G" };
  const [alert] = await db()
    .insert(alerts)
    .values({ ...named, levelAlertId })
    .returning();
  const startedAt = new Date().toISOString();
  const [row] = await db()
    .insert(persAlerts)
    .values({ persId, alertId: alert?.id ?? "", startedAt })
    .returning();
  id = row?.id ?? "";
});

afterEach(endLive);

/** A page of somebody with an alert open: the names that it was told last. */
async function opened(topic: LiveTopic, rest: string, actor: Actor | null) {
  const door = liveDoor(
    {
      screenActor: async () => actor,
      liveSessions: async (ids) => new Set(ids),
      database: db,
      appUrl: "http://localhost",
    },
    topic,
  );
  const gone = new AbortController();
  const request = new Request(`http://localhost${topic.path}${rest}`, { signal: gone.signal });
  const response = await door({ request, url: new URL(request.url), requestId: "test", ip: null });
  const page = { names: undefined as string[] | undefined, text: "", close: () => gone.abort() };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      page.text += piece.value;
      const [last] = [...page.text.matchAll(/event: people\ndata: (.*)\n\n/g)].reverse();
      if (last?.[1]) page.names = (JSON.parse(last[1]) as { name: string }[]).map(({ name }) => name);
    }
  };
  void read();
  return page;
}

const atStaff = (n: number) => opened(alertTopic, id, staff[n] ?? null);
const atCompany = ({ companyId }: Workspace, actor: Actor) => opened(fleetAlertTopic, `${companyId}/${id}`, actor);
const sees = (page: { names?: string[] }, names: string[]) =>
  vi.waitFor(() => expect(page.names).toEqual(names), { timeout: patienceMs });

describe("who else has an alert open", () => {
  it("is told to both of two, until one goes", async () => {
    const ada = await atStaff(0);
    await sees(ada, []);
    const ben = await atStaff(1);
    await sees(ada, ["Ben Staff"]);
    await sees(ben, ["Ada Staff"]);
    const twice = await atStaff(1);
    twice.close();
    await sees(ada, ["Ben Staff"]);
    ben.close();
    await sees(ada, []);
    ada.close();
    await vi.waitFor(() => expect(followedPlaces()).toBe(0), { timeout: patienceMs });
  });

  it("is told in one order, whoever came first", async () => {
    const ben = await atStaff(1);
    await sees(ben, []);
    await sees(await atStaff(0), ["Ben Staff"]);
    await sees(await atStaff(2), ["Ada Staff", "Ben Staff"]);
  });

  it("is told in the order in which people come and go, also of two who go at once", async () => {
    const heard: string[] = [];
    const listener = await listeningSql().listen("alert_presence", (text) => heard.push(text));
    for (let round = 0; round < 5; round++) {
      const pages = [await atStaff(0), await atStaff(1)];
      await sees(pages[0] ?? {}, ["Ben Staff"]);
      heard.length = 0;
      for (const { close } of pages) close();
      await expect.poll(() => heard.length).toBe(2);
      expect(heard[1]?.endsWith(`staff:${id}  `), heard.join(" | ")).toBe(true); // nobody is here any more
    }
    await listener.unlisten();
  });

  it("is told as it is then, where word of it has waited for a connection", async () => {
    const heard: string[] = [];
    const listener = await listeningSql().listen("alert_presence", (text) => heard.push(text.split(" ")[3] ?? ""));
    const pages = [await atStaff(0), await atStaff(1), await atStaff(2)];
    await sees(pages[0] ?? {}, ["Ben Staff", "Cid Staff"]);
    heard.length = 0;
    const lock = sql`select pg_advisory_xact_lock(136)`;
    let held: Promise<unknown> = Promise.resolve();
    await db().transaction(async (tx) => {
      await tx.execute(lock);
      held = Promise.all(Array.from({ length: env.DATABASE_POOL }, () => db().execute(lock)));
      for (const { close } of pages) {
        close();
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    await held;
    const ids = staff.slice(1).map((actor) => (actor.kind === "user" ? actor.id : ""));
    await expect.poll(() => heard.length).toBe(3);
    expect(heard).toEqual([ids.join(), "", ""]); // nobody is told to be here who has gone by then
    await listener.unlisten();
  });

  it("is told between processes: one that asks is answered, and what another tells is shown", async () => {
    const heard: string[] = [];
    const [ada, ben] = staff;
    const idOf = (actor?: Actor) => (actor?.kind === "user" ? actor.id : "");
    const listener = await listeningSql().listen("alert_presence", (text) => heard.push(text));
    const page = await atStaff(0);
    await sees(page, []);
    await db().execute(sql`select pg_notify('alert_presence', ${`other staff:${id} ? ${idOf(ben)}`})`);
    await sees(page, ["Ben Staff"]);
    const answers = () => heard.filter((text) => text.endsWith(` staff:${id}  ${idOf(ada)}`)).length;
    await expect.poll(answers).toBe(1);
    await db().execute(sql`select pg_notify('alert_presence', ${`other staff:${id}  `})`);
    await sees(page, []);
    const there = await atStaff(1); // which is told behind whatever was told of this place before
    await sees(page, ["Ben Staff"]);
    expect(answers(), "nobody answers who only tells something, or themselves").toBe(1);
    there.close();
    await listener.unlisten();
  });

  it("is of one's own desk alone: staff, and each company, see nobody of another", async () => {
    const pages = [
      await atStaff(0),
      await atCompany(maker, personOf(maker.user)),
      await atCompany(sub, personOf(sub.user)),
    ];
    const last = await atCompany(maker, colleague);
    await sees(last, [`${maker.user.firstName} ${maker.user.lastName}`]);
    await sees(pages[1] ?? {}, ["Cleo Maker"]);
    await sees(pages[0] ?? {}, []);
    await sees(pages[2] ?? {}, []);
  });

  it("is neither who acts as somebody, nor who is acted as", async () => {
    const [, ben] = staff;
    const asCleo = { ...colleague, actingId: ben?.kind === "user" ? ben.id : "" } as Actor;
    const theirs = await atCompany(maker, personOf(maker.user));
    const acted = await atCompany(maker, asCleo);
    await sees(acted, [`${maker.user.firstName} ${maker.user.lastName}`]);
    await sees(theirs, []);
  });

  it("is told to nobody without the right, outside of the company, or of an alert out of reach", async () => {
    const statusOf = async (...asked: Parameters<typeof opened>) => (await failure(opened(...asked))).status;
    const unknown = crypto.randomUUID();
    const at = `${maker.companyId}/${id}`;
    expect(await statusOf(alertTopic, id, staffCtx(db(), ["pers.read"]).actor)).toBe(403);
    expect(await statusOf(alertTopic, id, colleague)).toBe(403);
    expect(await statusOf(alertTopic, id, null)).toBe(401);
    expect(await statusOf(alertTopic, "x", staff[0] ?? null)).toBe(404);
    expect(await statusOf(alertTopic, unknown, staff[0] ?? null)).toBe(404);
    expect(await statusOf(fleetAlertTopic, at, staff[0] ?? null)).toBe(403);
    expect(await statusOf(fleetAlertTopic, at, personOf(sub.user))).toBe(403);
    expect(await statusOf(fleetAlertTopic, `${maker.companyId}/x`, colleague)).toBe(404);
    expect(await statusOf(fleetAlertTopic, `${maker.companyId}/${unknown}`, colleague)).toBe(404);
    expect(await statusOf(fleetAlertTopic, "x", colleague)).toBe(403);
    await db().delete(companyPersLinks);
    expect(await statusOf(fleetAlertTopic, at, colleague)).toBe(404);
    expect(followedPlaces()).toBe(0);
  });
});
