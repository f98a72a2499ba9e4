import { expect, it } from "vitest";
import { erpImporter } from "./erp-importer.service";

it("the columns of an ERP's rows take texts up to their limits", () => {
  const limits = Object.fromEntries(
    erpImporter.columns.flatMap(([key, { schema }]) => {
      const takes = (length: number) => schema.safeParse("x".repeat(length)).success;
      const longest = Array.from({ length: 1001 }, (_, length) => length).findLast(takes);
      return longest ? [[key, longest]] : [];
    }),
  );
  expect(limits).toEqual({ number: 60, erpId: 60, name: 120, address: 300, category: 60, model: 80 });
  expect(erpImporter.columns.filter(([, { required }]) => required).map(([key]) => key)).toEqual([
    "kind",
    "number",
    "erpId",
  ]);
});
