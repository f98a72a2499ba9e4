import { describe, expect, it } from "vitest";
import { toAppError } from "./errors";
import { StateError, states } from "./states";

const links = states({ invited: ["accepted", "refused"], accepted: ["ended"], refused: ["invited"], ended: [] });

describe("states", () => {
  it("let a record move to what follows its state, or stay", () => {
    expect(() => links.assert("status", "invited", "accepted")).not.toThrow();
    expect(() => links.assert("status", "ended", "ended")).not.toThrow();
  });

  it("refuse any other move on the field, in words, as 422", () => {
    const refused = (before: "invited" | "ended") => {
      try {
        return links.assert("status", before, "ended") ?? links.assert("status", before, "invited");
      } catch (thrown) {
        return toAppError(thrown);
      }
    };
    const message = "What is invited cannot become ended. It can become accepted or refused.";
    expect(refused("invited")).toMatchObject({
      status: 422,
      code: "state_not_allowed",
      errors: [{ path: "status", message }],
    });
    expect(refused("ended")?.detail).toBe("What is ended cannot become invited. It cannot change any more.");
    expect(() => links.assert("status", "accepted", "invited")).toThrow(StateError);
  });

  it("say what comes next, and what came before", () => {
    expect(links.next("invited")).toEqual(["accepted", "refused"]);
    expect(links.next("ended")).toEqual([]);
    expect(links.before("invited")).toEqual(["refused"]);
  });
});
