import { describe, expect, it } from "vitest";
import { modelPers } from "@/app/(backoffice)/(devices)/model-pers/model-pers.resource";
import type { Filter } from "./definition";
import { sentenceOf } from "./sentence";
import type { FilterValue } from "./url";

const words = (filter: Filter, values: Record<string, FilterValue>, shown?: string[]) => {
  const sentence = sentenceOf(filter, values, shown);
  return sentence && `${sentence.subject} ${sentence.verb} ${sentence.object}`;
};
const dates: Filter = { kind: "dates", name: "startDate", until: "endDate", title: "Created" };
const battery: Filter = { kind: "number", name: "b", title: "Battery", unit: "%" };
const status: Filter = {
  kind: "select",
  name: "s",
  title: "Status",
  options: [
    { value: "a", label: "Active" },
    { value: "b", label: "Stock" },
  ],
  can: ["anyOf", "noneOf", "isEmpty"],
};
const times: Filter = { kind: "times", name: "from", until: "to", title: "Received" };

describe("a filter as a sentence", () => {
  it.each<[Filter, Record<string, FilterValue>, string | undefined]>([
    [{ kind: "text", name: "label", title: "Label" }, { label: "core" }, "Label contains “core”"],
    [{ kind: "boolean", name: "kit", title: "Kit", yes: "changed" }, { kit: true }, "Kit is changed"],
    [{ kind: "boolean", name: "kit", title: "Kit" }, { kit: false }, "Kit is no"],
    [{ kind: "select", name: "t", title: "Type", options: [{ value: 1, label: "Main" }] }, { t: 1 }, "Type is Main"],
    [dates, { startDate: "2026-05-01" }, "Created since 1 May 2026"],
    [dates, { endDate: "2026-05-03" }, "Created until 3 May 2026"],
    [dates, { startDate: "2026-05-01", endDate: "2026-05-03" }, "Created from 1 May 2026 to 3 May 2026"],
    [dates, { startDate: "2026-05-01", endDate: "2026-05-01" }, "Created on 1 May 2026"],
    [times, { from: "2026-05-01T10:00:00Z" }, "Received since 1 May 2026, 10:00"],
    [times, { from: "2026-05-01T10:00:00Z", to: "2026-05-01T10:00:59.999Z" }, "Received at 1 May 2026, 10:00"],
    [dates, { startDate: "2026-05-01T00:00:00Z", endDate: "2026-05-01T23:59:59Z" }, "Created on 1 May 2026"],
    [dates, {}, undefined],
    [{ ...dates, days: "lastDays" }, { lastDays: 7 }, "Created in the last 7 days"],
    [{ kind: "days", name: "heard", title: "Last message" }, { heard: 1 }, "Last message in the last day"],
    [status, { s: "a" }, "Status is Active"],
    [status, { sAnyOf: ["a", "b"] }, "Status is any of Active, Stock"],
    [status, { sNoneOf: ["a", "b"] }, "Status is none of Active, Stock"],
    [status, { sNoneOf: ["b"] }, "Status is not Stock"],
    [status, { sAnyOf: ["a", "b", "c", "d", "e"] }, "Status is any of Active, Stock, c and 2 more"],
    [status, { sIsEmpty: true }, "Status is empty"],
    [status, { sIsEmpty: false }, "Status is not empty"],
    [{ kind: "text", name: "erp", title: "ERP id", can: ["isEmpty"] }, { erpIsEmpty: true }, "ERP id is empty"],
    [{ kind: "version", name: "v", title: "Firmware" }, { vBelow: "3.1.0" }, "Firmware is below 3.1.0"],
    [{ kind: "number", name: "b", title: "Battery", unit: "%" }, { bAtLeast: 0 }, "Battery is at least 0 %"],
    [battery, { bAtLeast: 5, bBelow: 20 }, "Battery is from 5 % to below 20 %"],
    [battery, {}, undefined],
    [status, {}, undefined],
    [{ kind: "text", name: "label", title: "Label" }, {}, undefined],
  ])("%o with %o", (filter, values, expected) => expect(words(filter, values)).toBe(expected));

  it("calls a record by its name once that is known", () => {
    const filter: Filter = { kind: "record", name: "id", title: "Model", of: modelPers };
    expect(words(filter, { id: "x" })).toBe("Model is …");
    expect(words(filter, { id: "x" }, ["Core 2"])).toBe("Model is Core 2");
    const several: Filter = { ...filter, can: ["anyOf", "noneOf"] };
    expect(words(several, { idAnyOf: ["x", "y"] }, ["Core 2"])).toBe("Model is any of Core 2, …");
  });
});
