import { describe, expect, it } from "vitest";
import { takes, texts, unstorable } from "../testing/texts";

// What the schemas of both doors take (ADR 19); text.slow.test.ts tries it through the procedures.

const brokenLines = ["a\r\nb", "a\nb", "a\tb"];

/**
 * Texts that a mutation takes and never stores: versions and earlier values are compared, secrets are compared or hashed,
 * recipients that are no addresses are handed back.
 */
const notStored =
  /[ .](emailUserDestList|ifMatch|expected|password|currentPassword|code|totpCode|token|refreshToken|authorization|(initial|previous)KitConfiguration\.key)$/;

/** Texts of several lines. */
const severalLines =
  /[ .](answer|comment|description|content|note|notificationContent|releaseNote|reason|value|texts\.key|expected\.key|tokens\.key|tokensByEmail\.key\.key)$/;

describe("texts at the door", () => {
  it("finds the texts it judges", () => {
    expect(texts.length).toBeGreaterThan(300);
    const known = texts.map(({ name }) => name);
    for (const name of ["pers.create nuSerialPersNumber", "labels.bulkUpsert items.value", "alerts.create rule.value"])
      expect(known).toContain(name);
  });

  it("no mutation takes a text that cannot be stored", () => {
    const open = texts.filter(({ isMutation, schema }) => isMutation && unstorable.some((text) => takes(schema, text)));
    expect(open.map(({ name }) => name).filter((name) => !notStored.test(name))).toEqual([]);
  });

  it("no mutation takes line breaks and tabs where one line is meant", () => {
    const open = texts.filter(
      ({ isMutation, schema }) => isMutation && brokenLines.some((text) => takes(schema, text)),
    );
    const names = open.map(({ name }) => name).filter((name) => !notStored.test(name));
    expect(names.filter((name) => !severalLines.test(name))).toEqual([]);
  });
});
