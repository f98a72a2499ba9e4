import { describe, expect, it } from "vitest";
import { addressesIn, listOfLink } from "./send-audience.rules";

describe("recipients of a message", () => {
  it("are read out of what was pasted", () => {
    expect(addressesIn("a@b.test, c@d.test;\n  Ada <ada@e.test>\nno address\t'x@y.test'")).toEqual([
      "a@b.test",
      "c@d.test",
      "ada@e.test",
      "x@y.test",
    ]);
  });

  it("are those of a list of people, by its link", () => {
    const base = "https://persdesk.test";
    expect(
      listOfLink(`${base}/staff?statusAnyOf=active,pending&hasSecondFactor=false&page=3&columns=email`, base),
    ).toEqual({
      list: "staff",
      filters: { statusAnyOf: ["active", "pending"], hasSecondFactor: false },
    });
    expect(listOfLink("/riders", base)).toEqual({ list: "riders", filters: {} });
    for (const other of ["/labels", "https://elsewhere.test/riders", "", "https://"])
      expect(listOfLink(other, base)).toBeUndefined();
  });
});
