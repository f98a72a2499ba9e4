import { expect, it } from "vitest";
import { id, plain, step, withNeeded } from "./sample-steps";

const steps = [
  ...plain("brands", {}, {}),
  step("models.create", (made) => ({ brand: id(made, "brands") }), "model"),
  ...plain("others", {}, {}),
  step("brands.rename", () => ({})),
  step("models.rename", (made) => ({ id: id(made, "model") })),
  step("links.create", (made) => ({ model: id(made, "model") }), "link"),
  step("links.end", async () => ({})),
  step("brands.forget", () => ({})),
  step("dealers.create", () => ({})),
  step("dealerVehicles.unlink", () => ({})),
];
const neededBy = (...calls: string[]) =>
  withNeeded(
    steps,
    steps.filter(({ call }) => calls.includes(call)),
  ).map(({ call }) => call);

it("what some steps need is all that comes before them, of their routers and of those that made what they read", () => {
  const brands = ["brands.create", "brands.update", "brands.remove", "brands.restore"];
  expect(neededBy("brands.update")).toEqual(["brands.create", "brands.update"]);
  expect(neededBy("models.create")).toEqual([...brands, "models.create"]);
  const models = [...brands, "models.create", "brands.rename", "models.rename"];
  expect(neededBy("links.end")).toEqual([...models, "links.create", "links.end"]);
  // What is chosen beside does not leave a brand removed.
  expect(neededBy("links.end", "brands.remove")).toEqual([...models, "links.create", "links.end"]);
  expect(neededBy("dealerVehicles.unlink")).toEqual(["dealers.create", "dealerVehicles.unlink"]);
  expect(neededBy(...steps.map(({ call }) => call))).toHaveLength(steps.length);
});
