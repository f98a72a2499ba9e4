import { describe, expect, it } from "vitest";
import { listOfLink, recipientsIn } from "./send-audience.rules";

describe("recipients of a message", () => {
  it("are read out of what was pasted, and nothing of it vanishes", () => {
    const pasted = "a@b.test, c@d.test;\n  Ada <ada@e.test>\nno address\t'x@y.test'\nbroken-address a@b.test";
    expect(recipientsIn(pasted).emails).toEqual([
      "a@b.test",
      "c@d.test",
      "ada@e.test",
      "no address",
      "x@y.test",
      "broken-address",
      "a@b.test",
    ]);
    expect(recipientsIn("  \n").emails).toEqual([]);
  });

  it("may be a table, whose columns are tokens", () => {
    const table = [
      "level\tE-Mail\t{{recipient.company}}\tFirst name",
      "12\ta@b.test\tVelora\tAda",
      "7\tno address",
      "",
    ];
    expect(recipientsIn(table.join("\r\n"))).toEqual({
      emails: ["a@b.test", "no address"],
      tokensByEmail: { "a@b.test": { level: "12", "recipient.company": "Velora" }, "no address": { level: "7" } },
      columns: ["level", "recipient.company"],
      oddColumns: ["First name"],
    });
    const quoted = recipientsIn('email,place\na@b.test,"Lyon, ""Vieux"" port"\nA@b.test,Paris');
    expect(quoted.emails).toEqual(["a@b.test", "A@b.test"]);
    expect(quoted.tokensByEmail).toEqual({ "a@b.test": { place: 'Lyon, "Vieux" port' } });
  });

  it("are those of a list of people, by its link", () => {
    const base = "https://persdesk.test";
    expect(
      listOfLink(`${base}/staff?statusAnyOf=active,pending&hasSecondFactor=false&page=3&columns=email`, base),
    ).toEqual({
      list: "staff",
      filters: { statusAnyOf: ["active", "pending"], hasSecondFactor: false },
      unknown: [],
    });
    expect(listOfLink("/riders?lastName=Keller&name=Nora", base)?.unknown).toEqual(["lastName"]);
    expect(listOfLink("/riders", base)).toEqual({ list: "riders", filters: {}, unknown: [] });
    for (const other of ["/labels", "https://elsewhere.test/riders", "", "https://"])
      expect(listOfLink(other, base)).toBeUndefined();
  });
});
