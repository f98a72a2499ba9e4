import { expect, it } from "vitest";
import { sentenceOfFilter } from "./field-texts";

it("a filter by free text finds a part of it, one by a whole value finds it", () => {
  expect(sentenceOfFilter("name", { type: "string" })).toBe("Finds rows by a part of it: what it is called.");
  for (const whole of [{ enum: ["a", "b"] }, { format: "uuid" }])
    expect(sentenceOfFilter("name", { type: "string", ...whole })).toBe("Finds rows by it: what it is called.");
});
