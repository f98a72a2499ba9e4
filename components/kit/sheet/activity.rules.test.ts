import { expect, it } from "vitest";
import { isUndone, isWayBack } from "./activity.rules";

it("knows a way back by what an earlier change of the same fields had found", () => {
  type Changes = Parameters<typeof isWayBack>[0];
  const sent: Changes = { status: ["stock", "active"], erpPersId: [null, "E1"] };
  const repaired: Changes = { status: ["active", "maintenance"] };
  const labelled: Changes = { erpPersId: ["E1", "E2"] };
  expect(isWayBack({ status: ["maintenance", "active"] }, [labelled, repaired, sent])).toBe(true);
  expect(isWayBack({ status: ["maintenance", "stock"] }, [repaired, sent])).toBe(false);
  expect(isWayBack({ status: ["maintenance", "stock"], erpPersId: ["E2", null] }, [labelled, repaired, sent])).toBe(
    true,
  );
  expect(isWayBack({ status: ["stock", "active"] }, [])).toBe(false);
  expect(isUndone(repaired, { status: "active", version: 3 })).toBe(true);
  expect(isUndone(repaired, { status: "retired" })).toBe(false);
});
