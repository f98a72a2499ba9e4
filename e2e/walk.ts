import type { Page } from "playwright";
import { scaled } from "@/db/testing/scale";
import { Random } from "@/seed/random";
import { settled, visit } from "./harness";
import type { WalkedScreen } from "./register";

const seed = Number(process.env.WALK_SEED) || Math.floor(Math.random() * 1_000_000);
console.log(`The screens that are walked today are those of WALK_SEED=${seed}.`);

/** So many of a list, other ones on other days; all of it where everything is walked. */
export function sample<T>(list: readonly T[], count: number): T[] {
  const random = new Random(seed);
  const drawn = list.map((item, place) => ({ item, place, lot: random.next() })).sort((a, b) => a.lot - b.lot);
  return drawn
    .slice(0, scaled(count, list.length))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

export type Part = "list" | "record" | "form";

/**
 * Opens the parts of a screen, each tab of its first record included.
 * @param see is called with each as it stands open, and whether its frame was seen before
 */
export async function walk(
  page: Page,
  url: string,
  { at, hasRecords, create }: WalkedScreen,
  parts: Part[],
  see: (frame: "new" | "known") => Promise<void>,
) {
  await visit(page, url + at);
  if (parts.includes("list")) await see("new");
  const record = page.locator("main table tbody td a, main [data-id] a").first();
  if (parts.includes("record") && hasRecords && (await record.count()) > 0) {
    await visit(page, url + (await record.getAttribute("href")));
    await see("known");
    const tabs = page.getByRole("navigation", { name: "Parts of this record" }).getByRole("button");
    for (const tab of (await tabs.all()).slice(1)) {
      await tab.click();
      await settled(page);
      await see("known");
    }
  }
  if (parts.includes("form") && create) {
    await visit(page, url + create);
    await see("known");
  }
}
