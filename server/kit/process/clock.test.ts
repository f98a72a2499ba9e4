import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { afterEach, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { timeOfId } from "@/server/devices/iot/iot-message.rules";
import { signAccessToken, verifyAccessToken } from "@/server/identity/token.service";
import { Clock } from "./clock";

const { db } = useDatabase();
const right = Date;
const hour = 3_600_000;

/** A `Date` of a machine whose clock is off; `set` is how far. */
const machine = (off: { by: number }) =>
  class extends right {
    constructor(given: number = right.now() + off.by) {
      super(given);
    }
    static override now = () => right.now() + off.by;
  };

const claims = {
  sub: "01890000-0000-7000-8000-000000000001",
  sid: "01890000-0000-7000-8000-000000000002",
  type: "Staff",
};
const ofDatabase = async () => {
  const [row] = await db().execute<{ at: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  );
  return row?.at ?? 0;
};
/** Compares until an answer was quick enough. */
const compared = (clock: Clock) => expect.poll(() => clock.compare()).toBe(true);

let clock: Clock | undefined;

/** From now on this process is a node on a machine whose clock is off. */
function node(off: { by: number }) {
  globalThis.Date = machine(off) as DateConstructor; // a class of its own is not called without `new`
  clock = new Clock();
  return clock;
}

afterEach(() => {
  clock?.end();
  globalThis.Date = right;
});

describe("a node's clock", () => {
  it.each([
    ["ahead", hour],
    ["behind", -hour],
  ])("that is an hour %s gives way to the database's, for all that is written and signed", async (_, by) => {
    const ofOther = await signAccessToken(claims);
    const clock = node({ by });
    expect(Math.abs(Date.now() - (await ofDatabase()))).toBeGreaterThan(hour / 2);
    await expect(verifyAccessToken(ofOther)).rejects.toThrow();
    await compared(clock);
    expect(Math.abs(clock.ahead - by)).toBeLessThan(1_000);

    const at = await ofDatabase();
    const times = [Date.now(), Date.parse(new Date().toISOString()), Date.parse(Date()), timeOfId(uuidv7()) ?? 0];
    for (const time of times) expect(Math.abs(time - at)).toBeLessThan(5_000);
    expect(new Date(0).toISOString()).toBe("1970-01-01T00:00:00.000Z");
    expect(new Date()).toBeInstanceOf(Date);
    expect(new Date().constructor).toBe(Date);
    expect(await verifyAccessToken(ofOther)).toMatchObject({ sub: claims.sub });
    const own = await signAccessToken(claims);
    clock.end();
    globalThis.Date = right;
    expect(await verifyAccessToken(own)).toMatchObject({ sub: claims.sub });
  });

  it("that is right is left alone", async () => {
    const clock = node({ by: 500 });
    const before = Date;
    await compared(clock);
    expect(Date).toBe(before);
  });

  it.each([3_000, -3_000])("that is set by %i ms is noticed at the next look", async (by) => {
    const off = { by: 0 };
    const clock = node(off);
    await compared(clock);
    off.by = by;
    await compared(clock);
    expect(Math.abs(Date.now() - right.now())).toBeLessThan(1_500);
  });

  it("is compared anew as soon as it was set, and is its own again once it is right", async () => {
    const off = { by: hour };
    const clock = node(off);
    const own = Date;
    await compared(clock);
    expect(Date).not.toBe(own);
    off.by = 0;
    await compared(clock);
    expect(Date).toBe(own);
    expect(Math.abs(Date.now() - right.now())).toBeLessThan(1_000);
  });
});
