import { expect, it } from "vitest";
import { speaking } from "@/texts/node";
import { appName, productName } from "./product-name.rules";

it("what the product has named is told in the reader's language, and people's own names stay", () => {
  const said = speaking({ language: "fr", timeZone: "UTC" }, () =>
    ["Administrator", "Rider app", "Save"].map(productName).concat(appName("RIDER_APP"), appName("OWN_APP")),
  );
  expect(said).toEqual(["Administrateur", "Application cycliste", "Save", "Application cycliste", "OWN_APP"]);
});
