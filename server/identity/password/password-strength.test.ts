import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commonPasswords } from "@/scripts/common-passwords.mjs";
import { sourcesIn } from "@/scripts/english-texts";
import { toAppError } from "@/server/kit/call/errors";
import { testPassword } from "../testing";
import common from "./common-passwords.json";
import { assertStrong, type OwnWords } from "./password-strength.service";

const person = {
  email: "carina.muller@radhaus-berlin.demo",
  firstName: "Carina",
  lastName: "Müller",
  companies: ["Radhaus Berlin GmbH"],
};
const fault = (password: string, of: OwnWords = person) => {
  try {
    assertStrong("password", password, of);
    return undefined;
  } catch (error) {
    const { status, errors } = toAppError(error);
    return [status, errors?.[0]?.path];
  }
};

describe("a new password", () => {
  it("is none of the common ones, in whatever case: at least 3,000 of ten characters or more", () => {
    expect(common).toEqual(commonPasswords());
    expect(common.whole.length).toBeGreaterThan(13_000);
    expect(common.whole.every((one) => one.length >= 10)).toBe(true);
    const upper = (text: string) => text.toUpperCase();
    for (const change of [String, upper])
      expect(common.whole.filter((one) => fault(change(one)) === undefined)).toEqual([]);
    for (const one of ["Sunshine2026!", "password123", "1234567890", "QwertyUiop", "!!Football99"])
      expect([one, fault(one)]).toEqual([one, [422, "password"]]);
  });

  it("is not made of the person's own address, names, company or of the product", () => {
    for (const one of [
      "carina.muller",
      "Carina1990!",
      "MullerCarina7",
      "müller-2026-müller",
      "Radhaus2026",
      "radhaus-berlin",
      "Persdesk2026!",
      "persdesk.persdesk",
      "carina.muller@radhaus-berlin.demo",
    ])
      expect([one, fault(one)]).toEqual([one, [422, "password"]]);
  });

  it("may be any other, also one that a name stands in", () => {
    for (const one of [testPassword, "Demo-pass-2026", "carina likes tall ships", "Persdesk-horse-battery"])
      expect([one, fault(one)]).toEqual([one, undefined]);
  });

  it("may hold a name that is too short to count, or none", () => {
    const email = "bo@radhaus-berlin.demo";
    for (const own of [
      { email, firstName: "Bo", lastName: "Li" },
      { email: "carina@radhaus-berlin.demo", firstName: null, lastName: null },
    ])
      expect([own.firstName, fault("Bo-4815-1623-42", own)]).toEqual([own.firstName, undefined]);
  });

  it("is compared on the server only: no screen gets the list", () => {
    const naming = sourcesIn("app", "components", "texts").filter((file) =>
      /common-passwords|password-strength/.test(readFileSync(file, "utf8")),
    );
    expect(naming).toEqual([]);
  });

  it("is hashed where it is judged: nobody else hashes what a person chooses", () => {
    const hashing = sourcesIn("server").filter(
      (file) => !/test(ing)?\b/.test(file) && /\bhashPassword\b/.test(readFileSync(file, "utf8")),
    );
    expect(hashing.sort()).toEqual([
      "server/devices/pers/pers-pin.service.ts", // a device's PIN, which the server draws
      "server/identity/password.service.ts",
      "server/identity/password/password-strength.service.ts",
    ]);
  });
});
