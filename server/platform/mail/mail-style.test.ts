import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { mailStyle, mailStyleHash } from "./mail-style.rules";

it("is allowed by its hash on the pages that show a mail", () => {
  expect(mailStyleHash).toBe(`sha256-${createHash("sha256").update(mailStyle).digest("base64")}`);
});
