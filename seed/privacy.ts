import type { Database } from "@/db/client";
import { type ErasureLine, erasures, platformContactLogs, signInEvents } from "@/db/schema";
import { fingerprint } from "@/server/identity/secret.rules";
import { hashOfSignIn } from "@/server/identity/sign-in-event/sign-in-event.service";
import { sealedContact } from "@/server/operations/contact-log/contact-log.service";
import { erasureHours } from "@/server/overview/privacy/erasure.rules";
import { codeOf, pseudonymOf } from "@/server/overview/privacy/erasure-run.service";
import type { People } from "./people";
import type { Random } from "./random";
import { day, hour, iso, minute } from "./time";

interface World {
  now: number;
  people: People;
}

interface ErasureStory {
  email: string;
  reason: string;
  /** how many hours ago it was asked for */
  hours: number;
  end: "done" | "cancelled" | "open";
  lines?: ErasureLine[];
}

const erasureStories: ErasureStory[] = [
  {
    email: "ines.carvalho@mail.demo",
    reason: "Sold her bike, asks by letter of the 3rd to be forgotten.",
    hours: 41 * 24,
    end: "done",
    lines: [
      { what: "Account", does: "masked", count: 1 },
      { what: "Sessions, invitations and second factors", does: "deleted", count: 4 },
      { what: "Vehicles that they ride", does: "masked", count: 1 },
      { what: "E-mails sent to them", does: "masked", count: 9 },
      { what: "Contact logs", does: "deleted", count: 2 },
      { what: "Audit trail about them", does: "masked", count: 6 },
    ],
  },
  {
    email: "w.osterkamp@mail.demo",
    reason: "Asked through the contact form, identity checked by telephone.",
    hours: 17 * 24,
    end: "done",
    lines: [
      { what: "E-mails sent to them", does: "masked", count: 3 },
      { what: "Anonymised contact logs", does: "deleted", count: 1 },
    ],
  },
  {
    email: "m.durand@mail.demo",
    reason: "Asked to be forgotten, then wrote that only the newsletter was meant.",
    hours: 11 * 24,
    end: "cancelled",
  },
  {
    email: "h.nygaard@mail.demo",
    reason: "Left the pilot fleet and asks to be forgotten.",
    hours: 3,
    end: "open",
  },
];

/** Requests to be forgotten: confirmed ones, one that was given up, and one that waits for a second person for a day. */
export async function seedErasures(db: Database, random: Random, { now, people }: World) {
  const [administrator, support] = people.staff;
  if (!administrator || !support) throw new Error("the story has too few staff");
  await db.insert(erasures).values(
    erasureStories.map(({ email, reason, hours, end, lines }, place) => {
      const [one, second] = place % 2 ? [administrator, support] : [support, administrator];
      const at = now - hours * hour;
      const id = random.id(at);
      const isDone = end === "done";
      const doneAt = isDone ? iso(at + 5 * hour) : null;
      return {
        id,
        email: end === "open" ? email : null,
        emailHash: fingerprint(email),
        pseudonym: pseudonymOf(codeOf(id)).label,
        reason,
        status: end === "open" ? ("requested" as const) : end,
        requestedById: one.id,
        requestedBy: one.label,
        lapsesAt: iso(at + erasureHours * hour),
        confirmedById: isDone ? second.id : null,
        confirmedBy: isDone ? second.label : null,
        doneAt,
        lines,
        createdAt: iso(at),
        updatedAt: doneAt ?? iso(at),
      };
    }),
  );
}

const strangers = ["info@cycles-lemoine.example", "a.berger@mail.demo", "root@persdesk.demo", "office@velora.demo"];
/** Networks that documents may name (RFC 5737 and 3849). */
const networks = ["192.0.2.24", "192.0.2.71", "198.51.100.9", "198.51.100.140", "203.0.113.5", "2001:db8:4:12"];

type Refusal = Pick<typeof signInEvents.$inferInsert, "kind" | "reason">;
const refusals: readonly (readonly [Refusal, number])[] = [
  [{ kind: "sign-in", reason: "wrong" }, 18],
  [{ kind: "reset", reason: "asked" }, 6],
  [{ kind: "code", reason: "wrong" }, 4],
  [{ kind: "second-factor", reason: "wrong" }, 2],
  [{ kind: "sign-in", reason: "not-activated" }, 2],
  [{ kind: "password", reason: "wrong" }, 1],
];

/** What was refused at the door in the last weeks: people who mistype, and one night on which somebody tried addresses. */
export async function seedSignInEvents(db: Database, random: Random, { now, people }: World) {
  const everybody = [...people.staff, ...people.members, ...people.riders];
  const rowOf = (
    at: number,
    refusal: Refusal,
    of: { userId?: string; email?: string },
    network: string,
    count: number,
  ) => ({
    id: random.id(at),
    hour: iso(Math.floor(at / hour) * hour),
    ...refusal,
    userId: of.userId ?? null,
    emailHash: of.email ? hashOfSignIn(of.email) : null,
    network,
    count,
    firstAt: iso(at),
    lastAt: iso(Math.min(at + (count - 1) * 20_000, (Math.floor(at / hour) + 1) * hour - 1)),
  });
  const rows: (typeof signInEvents.$inferInsert)[] = [];
  for (let at = now - 27 * day; at < now - 2 * hour; at += random.wait(11) * hour) {
    const refusal = random.weighted(refusals);
    const isKnown = refusal.kind !== "sign-in" || random.chance(0.8);
    const of = isKnown ? { userId: random.pick(everybody).id } : { email: random.pick(strangers) };
    rows.push(rowOf(at, refusal, of, random.pick(networks), random.int(1, 3)));
  }
  const night = Math.floor((now - 12 * day) / day) * day + 2 * hour + 14 * minute;
  const [administrator] = people.staff;
  for (const [place, email] of strangers.entries())
    rows.push(rowOf(night + place * minute, { kind: "sign-in", reason: "wrong" }, { email }, "203.0.113.77", 10));
  if (administrator) {
    const of = { userId: administrator.id };
    rows.push(
      rowOf(night + 6 * minute, { kind: "sign-in", reason: "wrong" }, of, "203.0.113.77", 10),
      rowOf(night + 9 * minute, { kind: "sign-in", reason: "too-many" }, of, "203.0.113.77", 34),
    );
  }
  await db.insert(signInEvents).values(rows).onConflictDoNothing();
}

const messages = [
  ["question", "Is the module allowed on the train?"],
  ["privacy", "Please delete my telephone number from your records."],
  ["problem", "The app shows the bike of somebody else."],
  ["suggestion", "A summary of my rides each month would be nice."],
] as const;

/** What people wrote and staff anonymised: it can be brought back for seven days. */
export async function seedAnonymised(db: Database, random: Random, { now, people }: World) {
  await db.insert(platformContactLogs).values(
    messages.map(([type, content], place) => {
      const at = now - (34 + place * 9) * day;
      const anonymizedAt = iso(now - (place + 1) * day - random.int(1, 8) * hour);
      const id = random.id(at);
      const { email, label } = random.pick(people.riders);
      const [firstName = "", ...last] = label.split(" ");
      return {
        ...sealedContact(id, { email, firstName, lastName: last.join(" "), content }),
        id,
        type,
        platformTechKey: place % 2 ? "PORTAL_WEB" : "RIDER_APP",
        receivedAt: iso(at),
        isAnonymized: true,
        anonymizedAt,
        createdAt: iso(at),
        updatedAt: anonymizedAt,
      };
    }),
  );
}
