import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { faultsOf } from "./released-migrations.mjs";
import { folder, useMigrations } from "./testing/migrations";

const { copied, edit } = useMigrations();
const journal = () => copied("meta/_journal.json");

describe("released migrations", () => {
  it("stay as they were released, in their order, and every one is listed", () => {
    expect(faultsOf(folder)).toEqual([]);
  });

  it.each([
    ["its SQL was changed", () => appendFileSync(copied("0000_init.sql"), " "), /^0000_init was changed/],
    ["its SQL was removed", () => rmSync(copied("0001_by_hand.sql")), /^0001_by_hand was changed/],
    [
      "its snapshot was changed",
      () => appendFileSync(copied("meta/0000_snapshot.json"), " "),
      /^0000_init was changed/,
    ],
    ["its time was changed", () => edit(journal(), "1795245600000", "1795245600001"), /^0001_by_hand was changed/],
  ])("are at fault where %s", (_, spoil, fault) => {
    spoil();
    expect(faultsOf(copied())).toContainEqual(expect.stringMatching(fault));
  });

  it("are at fault where one left the journal, or changed its place there", () => {
    const { entries, ...rest } = JSON.parse(readFileSync(journal(), "utf8"));
    const save = (changed: unknown[]) => writeFileSync(journal(), JSON.stringify({ ...rest, entries: changed }));
    save(entries.slice(1));
    expect(faultsOf(copied())).toContainEqual(expect.stringMatching(/^0000_init is not number 0/));
    save([entries[1], entries[0], ...entries.slice(2)]);
    expect(faultsOf(copied())).toContainEqual(expect.stringMatching(/^0000_init is not number 0/));
    expect(faultsOf(copied())).toContainEqual(expect.stringMatching(/^0000_init is not later/));
  });

  it("are at fault where SQL stands beside the journal", () => {
    writeFileSync(copied("0099_forgotten.sql"), "select 1");
    expect(faultsOf(copied())).toEqual(["0099_forgotten.sql is not in the journal."]);
  });
});
