import { expect, it } from "vitest";
import { speaking } from "@/texts/node";
import { accountClause, personTone, rideClauses } from "./person-sentence.rules";

const now = Date.parse("2026-02-01T12:00:00Z");
const ride = { pers: {}, lastMessageAt: "2026-02-01T11:55:00Z", batteryLevel: 52, openAlerts: 1 };
const active = { status: "active", lastLoginAt: "2026-02-01T10:00:00Z" } as const;
const said = (language: "en" | "fr" | "de", one: typeof ride) =>
  speaking({ language, timeZone: "UTC" }, () =>
    rideClauses(one, now)
      .join("; ")
      .replace(/[\u00a0\u202f]/g, " "),
  );

it("says how the device is that somebody rides with", () => {
  expect(said("en", ride)).toBe("its device was heard 5 minutes ago; battery 52 %; 1 open alert");
  expect(said("fr", ride)).toBe("son appareil a été entendu il y a 5 minutes; batterie à 52 %; 1 alerte en cours");
  expect(said("de", { ...ride, openAlerts: 2 })).toBe("dessen Gerät vor 5 Minuten gehört; Akku 52 %; 2 offene Alarme");
  expect(rideClauses({ ...ride, lastMessageAt: null, batteryLevel: null, openAlerts: 0 }, now)).toEqual([
    "its device was never heard",
  ]);
  expect(rideClauses({ ...ride, pers: null }, now)).toEqual([]);
});

it("says whether an account is used", () => {
  expect(accountClause(active, now)).toBe("last signed in 2 hours ago");
  expect(accountClause({ ...active, lastLoginAt: null }, now)).toBe("never signed in");
  expect(accountClause({ ...active, status: "disabled" }, now)).toBe("account disabled");
  expect(accountClause({ status: "pending", lastLoginAt: null }, now)).toBe("invited and not signed in yet");
});

it("takes its colour from an open alert, and none of an account that is not used", () => {
  expect([
    personTone(active, ride),
    personTone(active, null),
    personTone({ ...active, status: "disabled" }, ride),
  ]).toEqual(["warn", "ok", "quiet"]);
});
