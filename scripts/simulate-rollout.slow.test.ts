import { expect, it } from "vitest";
import { isLong } from "@/db/testing/scale";
import { runNode } from "./command.mjs";
import type { Outcome } from "./rollout-simulator/simulation.mjs";

// The simulator of rollouts plays a small one; in the long run the series by which the gates are judged: they let a good version
// through, and stop one that silences devices.

async function simulate(...options: string[]): Promise<Outcome[]> {
  const { code, output } = await runNode(["scripts/simulate-rollout.mjs", "--json", ...options]);
  expect(code, output).toBe(0);
  return JSON.parse(output.split("\n").find((line) => line.startsWith("[")) ?? "");
}
const pausedOf = (outcomes: Outcome[]) => outcomes.filter(({ paused }) => paused);

it("a version that breaks devices is stopped before most of them get it", { timeout: 120_000 }, async () => {
  const [outcome] = await simulate("--devices", "120", "--bad", "0.4", "--mute", "0.1");
  expect(outcome?.status).toBe("paused");
  const { paused, broken = 0, without = 0 } = outcome ?? {};
  expect(broken - (paused?.broken ?? 0)).toBeLessThanOrEqual(paused?.inFlight ?? 0);
  expect(broken).toBeLessThan(without / 2);
});

if (isLong) {
  it("of 200 rollouts of a good version at most 8 are paused", { timeout: 3_600_000 }, async () => {
    const outcomes = await simulate("--rollouts", "200", "--devices", "100", "--fail", "0.01", "--minutes", "60");
    expect(pausedOf(outcomes).length).toBeLessThanOrEqual(8);
    expect(outcomes.filter(({ status }) => status === "done").length).toBeGreaterThanOrEqual(192);
  });

  it("a version that silences 10 % is paused in 19 of 20 rollouts", { timeout: 3_600_000 }, async () => {
    const outcomes = await simulate("--rollouts", "20", "--devices", "1000", "--mute", "0.1", "--minutes", "60");
    expect(pausedOf(outcomes).length).toBeGreaterThanOrEqual(19);
  });
}
