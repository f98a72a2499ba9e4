import { describe, expect, it } from "vitest";
import { type DatabaseError, databaseFault, deletedKey, endsTransaction } from "./database-fault";

const error = (code: string | undefined, more: Partial<DatabaseError> = {}) =>
  Object.assign(new Error("failed"), { code, ...more }) as DatabaseError;
const unavailable = (retryAfter: number, detail?: string) => ({
  code: "unavailable",
  retryAfter,
  ...(detail && { detail }),
});

describe("why the database refused", () => {
  it.each([
    ["57P01", unavailable(2)],
    ["ECONNRESET", unavailable(2)],
    ["53100", unavailable(10)],
    ["53200", unavailable(10)],
    ["40001", unavailable(1)],
    ["40P01", unavailable(1)],
    ["POOL_BUSY", unavailable(2, "The service is busy. Try again shortly.")],
    ["55P03", unavailable(2, "Somebody else is changing this at the moment. Try again shortly.")],
    ["57014", unavailable(2, "This takes too long at the moment. Try again shortly.")],
    [
      "CALLER_BUSY",
      {
        code: "too_many_requests",
        retryAfter: 5,
        detail: "What you asked for before is still under way. Try again shortly.",
        limit: "caller",
      },
    ],
    ["22003", { code: "invalid_input", detail: "A value is out of range or not readable." }],
    ["42703", undefined],
    [undefined, undefined],
  ])("%s", (code, fault) => expect(databaseFault(error(code))).toEqual(fault));

  it("is told by the sentence of its constraint, on its fields", () => {
    const constraint_name = "company_role_allow_manage_pair";
    const says = "The matrix already has this pair of roles.";
    expect(databaseFault(error("23505", { constraint_name }))).toEqual({
      code: "duplicate",
      detail: says,
      errors: ["roleManagerId", "roleId"].map((path) => ({ path, message: says })),
    });
    expect(databaseFault(error("23514", { constraint_name }))?.code).toBe("rule_broken");
    const country = error("23503", {
      constraint_name: "companies_country_id_countries_id_fk",
      table_name: "companies",
    });
    expect(databaseFault(country)).toMatchObject({ code: "unknown_reference", errors: [{ path: "countryId" }] });
  });

  it("is told without one too", () => {
    expect(databaseFault(error("23505", { constraint_name: "things_pkey" }))).toEqual({
      code: "duplicate",
      detail: "This record exists already.",
    });
    expect(databaseFault(error("23505", { constraint_name: "things_other" }))).toEqual({ code: "duplicate" });
    expect(databaseFault(error("23P01"))).toEqual({ code: "period_overlaps" });
  });
});

describe("a record that others refer to", () => {
  const deleted = (detail: string, more: Partial<DatabaseError> = {}) =>
    error("23503", {
      detail,
      table_name: "companies",
      constraint_name: "companies_country_id_countries_id_fk",
      ...more,
    });

  it("cannot be deleted, and who refers to it is said", () => {
    const inUse = deleted("Key (id)=(5) is still referenced");
    expect(deletedKey(inUse)).toEqual({ column: "id", value: "5" });
    expect(databaseFault(inUse)).toEqual({ code: "in_use", detail: "It is still used by companies." });
    const unnamed = deleted("Key (id)=(5)", { constraint_name: "unknown" });
    expect(databaseFault(unnamed)).toEqual({ code: "in_use", detail: "It is still used by others." });
    expect(deletedKey(deleted("Key (id)=()"))).toEqual({ column: "id", value: "" });
  });

  it("is another matter than one that is missing, and than what says nothing of a key", () => {
    expect(deletedKey(deleted("Key (country_id)=(5) is not present"))).toBeUndefined();
    expect(deletedKey(deleted("Key (id)=(5)", { code: "23505" }))).toBeUndefined();
    expect(deletedKey(deleted("no key"))).toBeUndefined();
    expect(deletedKey(error("23503"))).toBeUndefined();
  });
});

describe("a transaction", () => {
  const within = (thrown: Error, times: number): Error =>
    times === 0 ? thrown : new Error("outer", { cause: within(thrown, times - 1) });

  it("is over after what cannot be gone on from, however deep it lies", () => {
    for (const code of ["25P02", "3B001", "57P01", "40001", "POOL_BUSY"])
      expect([code, endsTransaction(error(code))]).toEqual([code, true]);
    expect(endsTransaction(within(error("25P02"), 5))).toBe(true);
    expect(endsTransaction(within(error("25P02"), 6))).toBe(false);
  });

  it("goes on after what was only refused", () => {
    for (const code of ["23505", "22003", "CALLER_BUSY", undefined]) expect(endsTransaction(error(code))).toBe(false);
    expect(endsTransaction("25P02")).toBe(false);
  });
});
