import { describe, expect, it } from "vitest";
import { phoneKeyOf, phoneSearchOf } from "./phone.rules";

describe("a telephone number", () => {
  it.each(["+33 118049563", "0033118049563", "+33 (0)1 18 04 95 63", "33-11.804/9563"])(
    "is one however it is written: %s",
    (one) => expect(phoneKeyOf(one)).toBe("33118049563"),
  );

  it("is without the zero that is dialled at home", () => expect(phoneKeyOf("01 18 04 95 63")).toBe("118049563"));

  it("is looked for by a part, and with a country's prefix also as it is dialled at home", () => {
    expect(phoneSearchOf("01 18 04 95 63")).toEqual({ part: "118049563", whole: [] });
    expect(phoneSearchOf("+33 118049563")).toEqual({
      part: "33118049563",
      whole: ["3118049563", "118049563", "18049563"],
    });
  });

  it.each(["2404-1", "PC1-2404-000286", "Nora", "+", "((((", "12 34"])("is not meant by %s", (term) =>
    expect(phoneSearchOf(term)).toBeUndefined(),
  );

  it.each(["+331234", "00331234"])("of a few digits is not cut shorter: %s", (term) =>
    expect(phoneSearchOf(term)?.whole).toEqual([]),
  );
});
