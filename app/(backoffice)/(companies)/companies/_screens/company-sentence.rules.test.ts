import { expect, it } from "vitest";
import { speaking } from "@/texts/node";
import { companyClauses, companyTone } from "./company-sentence.rules";

const company = {
  category: "Manufacturer",
  status: "active",
  isVerified: true,
  peopleCount: 14,
  vehiclesCount: 677,
  persCount: 1001,
} as const;
const counted = { mostLinks: 1000, mostAlerting: 100 };
const said = (openAlerts: number, language: "en" | "fr" | "de" = "en") =>
  speaking({ language, timeZone: "UTC" }, () =>
    companyClauses(company, openAlerts, counted)
      .join("; ")
      .replace(/[\u00a0\u202f]/g, " "),
  );

it("says what a company is, how much it has, and how many of its devices need somebody", () => {
  expect(said(0)).toBe("Manufacturer with 14 people; 677 vehicles and more than 1,000 PERS devices");
  expect(said(1)).toContain("; 1 device with an open alert");
  expect(said(100)).toContain("; 100 devices or more with an open alert");
  expect(said(2, "fr")).toBe(
    "Manufacturer de 14 personnes; 677 véhicules et plus de 1 000 appareils PERS; 2 appareils avec une alerte en cours",
  );
  expect(said(2, "de")).toBe(
    "Manufacturer mit 14 Personen; 677 Fahrzeuge und mehr als 1.000 PERS-Geräte; 2 Geräte mit offenem Alarm",
  );
});

it("takes its colour from what waits for somebody", () => {
  expect([
    companyTone(company, 0),
    companyTone(company, 2),
    companyTone({ ...company, isVerified: false }, 0),
    companyTone({ ...company, status: "disabled" }, 2),
  ]).toEqual(["ok", "warn", "warn", "quiet"]);
});
