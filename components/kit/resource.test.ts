import { describe, expect, it } from "vitest";
import { modelPers } from "@/app/(backoffice)/(devices)/model-pers/model-pers.resource";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { persAlerts } from "@/app/(backoffice)/(devices)/pers-alerts/pers-alert.resource";
import { listOf } from "./list/definition";
import { knownWordOf, wordOf } from "./resource";

describe("a resource", () => {
  it("is a screen by what it is called", () => {
    expect(pers).toMatchObject({ heading: "PERS devices", at: "/pers", needs: "pers.read", router: "pers" });
    expect(pers.create).toEqual({ one: "PERS device", href: "/pers/new", needs: "pers.write" });
    expect(persAlerts.heading).toBe("alerts");
    expect(persAlerts.create).toBeUndefined();
  });

  it("knows the way to its records, and to its list of those that match", () => {
    expect(pers.record("1")).toBe("/pers/1");
    expect(pers.record("1", "kit")).toBe("/pers/1?tab=kit");
    expect(pers.list()).toBe("/pers");
    expect(pers.list({ vehicleBrand: "Rad & Co", isSilent: true, status: undefined })).toBe(
      "/pers?vehicleBrand=Rad+%26+Co&isSilent=true",
    );
  });

  it("has one word for a field, for what a related record shows, and none for what nobody named", () => {
    expect(wordOf(pers, "modelPERSId")).toEqual({ title: "Model", of: modelPers });
    expect(wordOf(pers, "status")).toMatchObject({ title: "Status", values: { stock: "In stock" } });
    expect(wordOf(pers, "modelPERS.label").title).toBe("Model");
    expect(wordOf(pers, "manufacturer.name").title).toBe("Manufacturer");
    expect(wordOf(pers, "vehicle.vehicleBrand").title).toBe("Vehicle brand");
    expect(wordOf(pers, "firmwareVersionSort").title).toBe("firmwareVersionSort");
    expect(() => knownWordOf(pers, "firmwareVersionSort")).toThrow('pers has no word for "firmwareVersionSort"');
  });
});

describe("a list of a resource", () => {
  const list = listOf(pers, {
    columns: ["nuSerialPersNumber", { key: "kitDiffers", title: "Differs" }],
    filters: ["modelPERSId", "nuSerialPersNumber", { kind: "boolean", name: "isSilent" }],
  });

  it("has its words for titles, unless a list says otherwise", () => {
    expect(list.columns.map(({ key, title }) => [key, title])).toEqual([
      ["nuSerialPersNumber", "Serial number"],
      ["kitDiffers", "Differs"],
    ]);
  });

  it("filters by a record where the word leads to one, by text otherwise, and searches where the filter is among them", () => {
    expect(list.filters.map(({ kind, name, title }) => [kind, name, title])).toEqual([
      ["record", "modelPERSId", "Model"],
      ["text", "nuSerialPersNumber", "Serial number"],
      ["boolean", "isSilent", "Last heard"],
    ]);
    expect(list.search).toBe("nuSerialPersNumber");
    const can = ["anyOf"] as const;
    expect(listOf(pers, { columns: [], filters: [{ name: "modelPERSId", can }] }).filters[0]).toMatchObject({
      kind: "record",
      of: modelPers,
      can,
    });
    expect(listOf(pers, { columns: [], filters: ["manufacturer"] }).search).toBeUndefined();
  });
});
