import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { database, listeningSql } from "@/db/client";
import type { KnownCtx } from "@/server/kit/call/context";
import { logError } from "@/server/kit/process/log";
import { namesOf } from "./alert-row.service";

// Who has an alert open now. Nothing is stored: each process tells the others whom it has at an alert, by a notification of
// PostgreSQL, again and again. Whoever is not told of any more has gone (ADR 136).

const channel = "alert_presence";
const tellEveryMs = 15_000;
const keptMs = 40_000;
// A notification of PostgreSQL holds 8,000 bytes.
const mostTold = 150;

const self = crypto.randomUUID();

interface Follower {
  /** who looks; null for who is not shown to others */
  personId: string | null;
  look: () => void;
}
interface Told {
  people: string[];
  until: number;
}

/** Of this process, by place: an alert at the desk of one party. */
const followers = new Map<string, Set<Follower>>();
/** What each process told of a place. */
const told = new Map<string, Map<string, Told>>();
let listening: { on: ReturnType<typeof listeningSql>; begun: Promise<unknown> } | undefined;
let isTelling = false;

const peopleHere = (place: string) => [
  ...new Set([...(followers.get(place) ?? [])].flatMap(({ personId }) => personId ?? [])),
];

/** What is still to be told of each place. */
const telling = new Map<string, Promise<void>>();

/**
 * Tells who is here once all that was told of this place before has gone: each takes whatever connection is free, and one that
 * comes late would stand for what is so now.
 * @param asks makes the other processes tell whom they have
 */
function tell(place: string, asks: boolean): Promise<void> {
  const last = (telling.get(place) ?? Promise.resolve()).then(async () => {
    const people = peopleHere(place).slice(0, mostTold).join(",");
    const text = [self, place, asks ? "?" : "", people].join(" ");
    await database()
      .execute(sql`select pg_notify(${channel}, ${text})`)
      .catch((error: unknown) => logError(error, { live: channel })); // the database is away for a moment
    if (telling.get(place) === last) telling.delete(place);
  });
  telling.set(place, last);
  return last;
}

function hear(text: string) {
  const [from = "", place = "", asks, people = ""] = text.split(" ");
  const here = followers.get(place);
  if (!here) return;
  const by = told.get(place) ?? new Map<string, Told>();
  told.set(place, by.set(from, { people: people.split(",").filter(Boolean), until: Date.now() + keptMs }));
  for (const { look } of here) look();
  if (asks && from !== self) void tell(place, false);
}

/** The one listening connection of this process. */
function listen() {
  const on = listeningSql();
  // A pool that was opened again listens to nothing yet.
  if (listening?.on !== on) {
    const begun = on.listen(channel, hear).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    listening = { on, begun };
  }
  return listening.begun;
}

/** As long as somebody is here: tells it again, and looks who has gone. */
async function keepTelling() {
  if (isTelling) return;
  isTelling = true;
  while (followers.size > 0) {
    await sleep(tellEveryMs, undefined, { ref: false });
    for (const [place, here] of followers) {
      await tell(place, false);
      for (const { look } of here) look();
    }
  }
  isTelling = false;
}

function othersAt(place: string, personId: string): string[] {
  const by = told.get(place) ?? new Map<string, Told>();
  for (const [from, { until }] of by) if (until < Date.now()) by.delete(from);
  return [...new Set([...by.values()].flatMap(({ people }) => people))].filter((id) => id !== personId).sort();
}

interface Visit {
  /** the company whose desk it is; undefined for that of staff */
  companyId?: string;
  persAlertId: string;
  /** whether the caller may still look; asked now and then */
  mayLook: () => Promise<boolean>;
  /** told at once and whenever it changes: who else has the alert open at this desk */
  say: (people: { id: string; name: string }[]) => void;
  /** told when the caller may not look any more */
  over: () => void;
}

/**
 * Stands at an alert for as long as its page is open. Under switch-to nobody is shown: neither who acts nor who is acted for.
 * @returns a function that ends it
 */
export async function visitAlert(ctx: KnownCtx, visit: Visit): Promise<() => void> {
  await listen();
  const { actor } = ctx;
  const place = `${visit.companyId ?? "staff"}:${visit.persAlertId}`;
  const personId = actor.kind === "user" ? actor.id : "";
  const isShown = actor.kind === "user" && actor.actingId === undefined;
  let before: string | undefined;
  let askedAt = Date.now();
  let isOver = false;
  /** One look after the other: a slower one may not tell what was before. */
  let looking = Promise.resolve();

  async function look() {
    if (isOver) return;
    if (Date.now() - askedAt >= tellEveryMs) {
      askedAt = Date.now();
      if (!(await visit.mayLook())) {
        leave();
        return visit.over();
      }
    }
    const others = othersAt(place, personId);
    if (others.join() === before) return;
    before = others.join();
    const names = await namesOf(ctx, others);
    if (!isOver) visit.say(others.flatMap((id) => names.get(id) ?? []));
  }
  const follower: Follower = {
    personId: isShown ? personId : null,
    look: () => {
      looking = looking.then(look).catch((error: unknown) => logError(error, { live: channel }));
    },
  };
  const here = followers.get(place) ?? new Set();
  followers.set(place, here.add(follower));

  function leave() {
    if (isOver) return;
    isOver = true;
    here.delete(follower);
    if (here.size === 0) {
      followers.delete(place);
      told.delete(place);
    }
    void tell(place, false);
  }

  follower.look();
  await tell(place, true);
  void keepTelling();
  return leave;
}

/** How many places are followed in this process. */
export const followedPlaces = () => followers.size;
