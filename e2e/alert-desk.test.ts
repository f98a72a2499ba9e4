import { expect, it } from "vitest";
import { useBrowser, usePersdesk } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);

const statusOf = async (id: string) => {
  const [row] = await ask<{ status: string }>(
    persdesk(),
    (sql) => sql`select desk_status as status from backoffice.pers_alerts where id = ${id}`,
  );
  return row?.status;
};

/** The keys that do something to an alert, and what it is then; only a new one is acknowledged. */
const deeds = [
  { keys: ["c", "1"], after: "closed", of: ["new", "acknowledged"] },
  { keys: ["s", "2"], after: "snoozed", of: ["new", "acknowledged"] },
  { keys: ["a"], after: "acknowledged", of: ["new"] },
];

it("alerts are worked through without the mouse: at most two and a half keys each, and the next one opens", async () => {
  const page = await openAs("admin@persdesk.demo", "/alert-desk?view=nobodys");
  const faults = faultsOf(page);
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  const head = page.getByRole("region", { name: "Alert", exact: true });
  const idInAddress = () => page.url().match(/alert-desk\/([\w-]{36})/)?.[1] ?? "";
  const opened = async (before: string) => {
    await expect.poll(idInAddress).not.toBe(before);
    await head.getByText("What happened").waitFor();
  };
  const worked: string[] = [];
  await page.getByRole("list", { name: "Alerts" }).waitFor();
  await press("j");
  await opened("");
  for (let n = 0; n < 12; n++) {
    const id = idInAddress();
    worked.push(id);
    const before = (await statusOf(id)) ?? "";
    const able = deeds.filter(({ of }) => of.includes(before));
    const { keys: own, after } = able[n % able.length] ?? { keys: [], after: "" };
    for (const key of own) {
      if (/\d/.test(key)) await page.getByRole("dialog").waitFor();
      await press(key);
    }
    await opened(id);
    const said = await page.getByRole("status").allInnerTexts();
    await expect.poll(() => statusOf(id), { message: `alert ${n} was ${before}; ${said.join("; ")}` }).toBe(after);
  }
  // What was acknowledged is due later, so that it may come again.
  expect(new Set(worked).size).toBeGreaterThanOrEqual(9);
  expect(keys / worked.length).toBeLessThanOrEqual(2.5);
  expect(faults).toEqual([]);
});
