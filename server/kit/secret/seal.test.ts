import { expect, it } from "vitest";
import { newestDataKeyId, sealData, sealDataAlike, sealFor, unsealData, unsealWith } from "./seal";

it("what is sealed is read with its secret for its purpose only, and never looks the same twice", () => {
  const sealed = sealFor("secret", "purpose", "Ä text");
  expect(unsealWith("secret", "purpose", sealed)).toBe("Ä text");
  expect(sealFor("secret", "purpose", "Ä text")).not.toBe(sealed);
  expect(() => unsealWith("other", "purpose", sealed)).toThrow();
  expect(() => unsealWith("secret", "other", sealed)).toThrow();
  expect(unsealWith("secret", "purpose", sealFor("secret", "purpose", ""))).toBe("");
  const bytes = Buffer.from(sealed, "base64url");
  expect(bytes).toHaveLength(12 + 16 + Buffer.byteLength("Ä text"));
  for (const at of [0, 11, 12, 27, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unsealWith("secret", "purpose", changed.toString("base64url"))).toThrow();
  }
});

it("data of people says with which key it is sealed", () => {
  const sealed = sealData("import", Buffer.from("a:b"));
  expect(sealed.toString("latin1").startsWith(`${newestDataKeyId()}:`)).toBe(true);
  expect(unsealData("import", sealed).toString()).toBe("a:b");
  expect(() => unsealData("other", sealed)).toThrow();
  const old = Buffer.concat([Buffer.from(`${"o".repeat(40)}:`), sealed]);
  expect(() => unsealData("import", old)).toThrow(`the data key ${"o".repeat(32)} is not among DATA_KEYS`);
});

it("what stands in answers is sealed alike each time, and by no nonce that something else has", () => {
  const sealed = (text: string, purpose = "walk") => sealDataAlike(purpose, Buffer.from(text));
  const nonceOf = (bytes: Buffer) =>
    bytes
      .subarray(newestDataKeyId().length + 1)
      .subarray(0, 12)
      .toString("hex");
  expect(sealed("a place")).toEqual(sealed("a place"));
  expect(unsealData("walk", sealed("a place")).toString()).toBe("a place");
  const nonces = [sealed("a place"), sealed("a plaice"), sealed(""), sealed("a place", "other")].map(nonceOf);
  expect(new Set(nonces).size).toBe(4);
});
