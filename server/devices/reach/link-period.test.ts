import { describe, expect, it } from "vitest";
import {
  type KnownLink,
  type LinkRow,
  planLink,
} from "@/server/companies/fleet/company-pers-link/company-pers-import.rules";
import { inTheWay, meets, minuteOf, type Period, periodFault } from "./link-period.rules";

const day = (n: number) => `2026-01-0${n}T10:00:00.000Z`;
const period = (start: number, end?: number): Period => ({ startDate: day(start), endDate: end ? day(end) : null });

describe("periods", () => {
  it("meet where they have a moment in common, whichever is named first; the end is not in them", () => {
    const cases: [Period, Period, boolean][] = [
      [period(1, 3), period(2, 4), true],
      [period(1, 4), period(2, 3), true],
      [period(1, 3), period(1, 3), true],
      [period(1, 2), period(2, 3), false],
      [period(1, 2), period(3, 4), false],
      [period(1), period(2, 3), true],
      [period(3), period(1, 3), false],
      [period(2), period(1, 3), true],
      [period(1), period(2), true],
      [period(2, 2), period(1, 3), false],
      [period(2, 2), period(1), false],
    ];
    for (const [one, other, isMet] of cases)
      expect([one, other, meets(one, other), meets(other, one)]).toEqual([one, other, isMet, isMet]);
  });

  it("end after they start", () => {
    expect([period(1), period(1, 2)].map(periodFault)).toEqual([undefined, undefined]);
    const fault = "The end must lie after the start.";
    expect([period(2, 2), period(2, 1)].map(periodFault)).toEqual([fault, fault]);
  });

  it("are told to the minute, with their end where they have one", () => {
    expect(minuteOf(day(1))).toBe("2026-01-01 10:00 UTC");
    expect(inTheWay({ company: "Wheels", ...period(1) })).toBe(
      "Wheels has it from 2026-01-01 10:00 UTC without an end.",
    );
    expect(inTheWay({ company: "Wheels", ...period(1, 2) })).toBe(
      "Wheels has it from 2026-01-01 10:00 UTC until 2026-01-02 10:00 UTC.",
    );
  });
});

describe("a row of links to PERS devices", () => {
  const link = (over: Partial<KnownLink> = {}): KnownLink => ({
    id: "link",
    version: 1,
    persId: "pers",
    companyId: "mine",
    company: "Mine",
    grantedByCompanyId: null,
    linkType: 1,
    comment: "old",
    ...period(2),
    ...over,
  });
  /** On the fifth day, by the company `mine`. */
  const plan = (row: Partial<LinkRow>, ...links: KnownLink[]) =>
    planLink(
      { serial: "S1", linkType: 1, ...row },
      { companyId: "mine", now: day(5), idOf: new Map([["S1", "pers"]]), links: new Map([["pers", links]]) },
    );
  const theirs = (over: Partial<KnownLink> = {}) =>
    link({ id: "theirs", companyId: "other", company: "Other", ...over });

  it("makes a link where the company has none of its type, from now on where no start is said", () => {
    expect(plan({})).toEqual({
      kind: "new",
      key: "pers 1",
      changes: [{ column: "startDate", before: null, after: "now" }],
      write: {
        serial: "S1",
        persId: "pers",
        linkType: 1,
        link: null,
        after: { startDate: null, endDate: null, comment: null },
      },
    });
    expect(plan({ startDate: day(3), endDate: day(4), comment: "new" }, link({ linkType: 2 }))).toMatchObject({
      kind: "new",
      changes: [
        { column: "startDate", before: null, after: "2026-01-03 10:00 UTC" },
        { column: "endDate", before: null, after: "2026-01-04 10:00 UTC" },
        { column: "comment", before: null, after: "new" },
      ],
      write: { after: { startDate: day(3), endDate: day(4), comment: "new" } },
    });
  });

  it("makes none for an unknown device, beside another's of that type, or that ends before it starts", () => {
    expect(plan({ serial: "S2" })).toMatchObject({ kind: "error", column: "serial" });
    expect(plan({}, theirs())).toEqual({
      kind: "error",
      column: "startDate",
      message:
        "The PERS device has a link of this type already: Other has it from 2026-01-02 10:00 UTC without an end.",
    });
    expect(plan({}, theirs({ linkType: 2 })).kind).toBe("new");
    expect(plan({}, theirs({ endDate: day(5) })).kind).toBe("new");
    expect(plan({ endDate: day(4) })).toEqual({
      kind: "error",
      column: "endDate",
      message: "The end must lie after the start.",
    });
    expect(plan({ endDate: day(6) }).kind).toBe("new");
  });

  it("changes the link that starts at its date, or without a date the one that has not ended", () => {
    const past = link({ id: "past", ...period(1, 2) });
    const found = (row: Partial<LinkRow>, ...links: KnownLink[]) => {
      const planned = plan({ comment: "new", ...row }, ...links);
      return "write" in planned ? (planned.write.link?.id ?? "new") : planned.kind;
    };
    expect(found({}, past, link())).toBe("link");
    expect(found({}, link({ endDate: day(6) }))).toBe("link");
    expect(found({}, link({ endDate: day(5) }))).toBe("new");
    expect(found({ startDate: day(1) }, past, link())).toBe("past");
    expect(found({ startDate: day(3) }, past, link())).toBe("error");
    expect(found({ startDate: day(2) }, theirs())).toBe("error");
  });

  it("says what of the link changes, and nothing where all is as it was", () => {
    expect(plan({}, link())).toEqual({ kind: "same", key: "pers 1" });
    expect(plan({ comment: "old" }, link())).toEqual({ kind: "same", key: "pers 1" });
    expect(plan({ comment: "new" }, link({ endDate: day(8) }))).toEqual({
      kind: "changed",
      key: "pers 1",
      changes: [{ column: "comment", before: "old", after: "new" }],
      write: {
        serial: "S1",
        persId: "pers",
        linkType: 1,
        link: { id: "link", before: { startDate: day(2), endDate: day(8), comment: "old" } },
        after: { startDate: day(2), endDate: day(8), comment: "new" },
      },
    });
    expect(plan({ endDate: day(7) }, link())).toMatchObject({
      kind: "changed",
      changes: [{ column: "endDate", before: null, after: "2026-01-07 10:00 UTC" }],
      write: { after: { endDate: day(7), comment: "old" } },
    });
    const both = plan({ endDate: day(7), comment: "new" }, link({ endDate: day(6) }));
    expect(both).toMatchObject({ changes: [{ column: "endDate", before: "2026-01-06 10:00 UTC" }, { before: "old" }] });
  });

  it("gives no link an end before its start, or a period in which another has the device", () => {
    expect(plan({ endDate: day(1) }, link())).toMatchObject({
      column: "endDate",
      message: expect.stringMatching(/after/),
    });
    // An end from before this rule stays, where it does not change.
    expect(plan({ startDate: day(2), comment: "new" }, link({ endDate: day(2) })).kind).toBe("changed");
    const next = theirs(period(6, 8));
    expect(plan({ endDate: day(6) }, link({ endDate: day(5), startDate: day(2) }), next).kind).toBe("new");
    expect(plan({ startDate: day(2), endDate: day(6) }, link({ endDate: day(5) }), next).kind).toBe("changed");
    expect(plan({ startDate: day(2), endDate: day(7) }, link({ endDate: day(5) }), next)).toEqual({
      kind: "error",
      column: "endDate",
      message:
        "Another link of this type is in that period: Other has it from 2026-01-06 10:00 UTC until 2026-01-08 10:00 UTC.",
    });
  });
});
