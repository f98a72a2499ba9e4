import { expect, it } from "vitest";
import { modelWithBrand } from "./vehicle-model.rules";

it("a model has its brand once", () => {
  expect(modelWithBrand("Velora", "Brume 2")).toBe("Velora Brume 2");
  expect(modelWithBrand("Marais", "Marais Cargo")).toBe("Marais Cargo");
  expect(modelWithBrand("Mar", "Marais Cargo")).toBe("Mar Marais Cargo");
});
