import { describe, expect, it } from "vitest";
import type { PlannedRow } from "./plan-rows";
import { errorsOf, planWriter } from "./plan-writer";
import { sending, sqlStateOf } from "./sending";

const row = (over: Partial<PlannedRow> = {}): PlannedRow => ({
  row: 2,
  cells: ["A"],
  name: "A",
  kind: "new",
  changes: [],
  column: null,
  message: null,
  digest: "new A",
  ...over,
});
const subject = { owner: "user:1", companyId: null, fileSha256: "f", options: {} };

describe("a plan", () => {
  const ended = async (rows: PlannedRow[], about = subject) => {
    const writer = planWriter(about, { keep: false });
    await writer.add(rows);
    return writer.end();
  };

  it("counts its rows by kind, what they ask for, and their errors", async () => {
    const error = row({ row: 4, kind: "error", column: "Code", message: '["Row {row}.",{"row":3}]', asks: "createIn" });
    const rows = [row(), row(), row({ kind: "same" }), row({ kind: "changed" }), error, { ...error, row: 5 }];
    expect(await ended(rows)).toMatchObject({
      counts: { total: 6, new: 2, changed: 1, same: 1, error: 2 },
      asks: { createIn: 2 },
      errors: [
        { row: 4, column: "Code", message: "Row 3." },
        { row: 5, column: "Code", message: "Row 3." },
      ],
      chunks: [],
    });
    expect(errorsOf(row())).toEqual([{ row: 2, column: null, message: "" }]);
    const more = [{ column: "Size", message: "Digits." }];
    expect(errorsOf({ ...row(), column: "Code", message: "Too long.", more })).toEqual([
      { row: 2, column: "Code", message: "Too long." },
      { row: 2, column: "Size", message: "Digits." },
    ]);
  });

  it("has a token of who makes it, of what, and of all that its rows would do", async () => {
    const { token } = await ended([row()]);
    expect((await ended([row()])).token).toBe(token);
    for (const other of [
      await ended([row({ digest: "other" })]),
      await ended([row(), row()]),
      await ended([row()], { ...subject, owner: "user:2" }),
      await ended([row()], { ...subject, fileSha256: "g" }),
    ])
      expect(other.token).not.toBe(token);
  });
});

describe("statements that are sent ahead", () => {
  const fault = (code: string) => Object.assign(new Error(code), { code });
  const failing = (code: string) => Promise.reject(fault(code));

  it("have all ended when the work has", async () => {
    const done: number[] = [];
    await sending(async (send) => {
      for (const one of [1, 2])
        void send(
          new Promise<void>((resolve) =>
            setImmediate(() => {
              done.push(one);
              resolve();
            }),
          ),
        );
    });
    expect(done).toEqual([1, 2]);
  });

  it("fail for the statement that failed, not for those behind it", async () => {
    const code = (work: Parameters<typeof sending>[0]) => sending(work).catch((error: unknown) => sqlStateOf(error));
    expect(await code(async (send) => void send(failing("23505")))).toBe("23505");
    const both = code(async (send) => {
      void send(failing("23505"));
      await send(failing("25P02"));
    });
    expect(await both).toBe("23505");
    expect(await code(async (send) => await send(failing("25P02")))).toBe("25P02");
    const other = code(async (send) => {
      void send(failing("23505"));
      throw fault("22003");
    });
    expect(await other).toBe("22003");
  });

  it("say their code however deep it lies", () => {
    expect(sqlStateOf(new Error("outer", { cause: fault("23505") }))).toBe("23505");
    expect([sqlStateOf(new Error("none")), sqlStateOf("23505"), sqlStateOf(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
