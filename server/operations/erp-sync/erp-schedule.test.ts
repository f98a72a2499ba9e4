import { expect, test } from "vitest";
import { routineTimes } from "@/server/operations/routine/schedule.rules";
import { nextOf, scheduleFault, scheduleWords } from "./erp-schedule.rules";

const good = [
  "0 4 * * *",
  " */15 6-20 * * 1-5 ",
  "0 0 L 2 *",
  "0 0 * * 1#5",
  "0 0 31 1 *",
  "*/60 */24 * * *",
  "0 4 1 JAN,jul *",
  "0 4 31 2 1",
  ...Object.values(routineTimes),
];
const notOne = ["", "4", "0 0 4 * * *", "61 * * * *", "@daily", "H * * * *", "5/0 * * * *", "0 4 1 13 *", "a b c d e"];
const tooLong = [
  "0-59/999999999 * * * *",
  "*/61 * * * *",
  "0 */25 * * *",
  "0 0 */32 * *",
  "0 0 1 */13 *",
  "0 0 * * */8",
];
const never = ["0 4 31 2 *", "0 4 30 2 *", "0 4 31 4,6,9,11 *"];
const seldom = ["0 4 29 2 *", "0 4 29 2 1#5"];

test("a schedule is five fields that come at least once in every year", () => {
  expect(good.filter((cron) => scheduleFault(cron))).toEqual([]);
  expect(notOne.filter((cron) => !scheduleFault(cron)?.startsWith("This is not a schedule."))).toEqual([]);
  expect(tooLong.filter((cron) => !scheduleFault(cron)?.startsWith("A step is too long."))).toEqual([]);
  expect([...never, ...seldom].filter((cron) => !scheduleFault(cron)?.includes("not come in every year"))).toEqual([]);
});

test("a schedule is said in words and in the next times, UTC, whatever was stored earlier", () => {
  expect(nextOf("0 4 * * *", new Date("2026-03-01T05:00:00Z"))).toBe("2026-03-02T04:00:00.000Z");
  expect(scheduleWords("0 4 * * *", "en")).toBe("At 04:00 (UTC)");
  expect(scheduleWords("0 4 * * *", "de")).toBe("Um 04:00 (UTC)");
  expect(scheduleWords("H * * * *", "en")).toBe("H * * * * (UTC)");
});
