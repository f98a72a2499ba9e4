import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { sheetOf } from "@/server/kit/import/sheet/testing";
import { useBrowser, usePersdesk } from "./harness";
import { look } from "./look";
import { ask, usePeople } from "./person";

// Labels imported from CSV and from a workbook, each with seven bad rows, and undone after somebody changed three of them.

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

const bad = new Map<number, string[]>([
  [17, ["", "no name"]],
  [101, ["too.long", "x".repeat(5001)]],
  [250, ["two words", "x"]],
  [333, ["exclaimed!", "x"]],
  [500, ["page.too.long", "x", "mobile-app", "p".repeat(121)]],
  [777, ["PREFIX.0", "twice"]],
  [1000, ["n".repeat(201), "long name"]],
]);
const titles = ["name", "value", "module", "labelInterfacePage"];

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
function fileOf(kind: "csv" | "xlsx", prefix: string) {
  const rows = Array.from(
    { length: 1000 },
    (_, i) => bad.get(i + 1) ?? [`${prefix}.${i}`, `Text ${i}`, "mobile-app", ""],
  );
  const named = rows.map(([name = "", ...cells]) => [name.replace("PREFIX", prefix), ...cells]);
  const all = [titles, ...named.map((cells) => titles.map((_, i) => cells[i] ?? ""))];
  const buffer =
    kind === "xlsx" ? sheetOf(all) : Buffer.from(all.map((cells) => cells.map(quoted).join(",")).join("\r\n"));
  return { name: `journey.${kind}`, mimeType: "application/octet-stream", buffer };
}

const labelsOf = (prefix: string) =>
  ask<{ id: string; name: string }>(
    persdesk(),
    (sql) => sql`select id, name from backoffice.labels where name like ${`${prefix}.%`} order by name`,
  );

/** Changes a label as its form does. */
async function rename(page: Page, { id }: { id: string }, description: string) {
  const answer = await page.request.post(`${persdesk().url}/api/trpc/labels.update`, {
    headers: { "x-persdesk": "1", "content-type": "application/json", origin: persdesk().url },
    data: { id, description },
  });
  expect(answer.status()).toBe(200);
}

const kinds = sample(["csv", "xlsx"] as const, 1, "kinds of file of labels that are imported");
describe.each(kinds)("labels from %s", (kind) => {
  it("are looked at, imported, and undone but for what somebody changed since", async () => {
    const prefix = `journey-${kind}`;
    const page = await openAs("content@persdesk.demo", "/labels/import");
    const faults = await look(page);
    await page.getByLabel("CSV or Excel file").setInputFiles(fileOf(kind, prefix));

    // The plan: what each row would do, and nothing is written yet.
    const place = page.getByLabel(/names do not exist yet/);
    await place.waitFor();
    await place.selectOption({ label: "Create in Mobile app" });
    await page.getByText("993 interface labels will be imported: 993 new.").waitFor();
    await page.getByText("7 rows with errors are skipped.").waitFor();
    const rows = page.getByRole("tabpanel").locator("tbody tr");
    await expect
      .poll(() => rows.locator("td:first-child").allTextContents())
      .toEqual([...bad.keys()].map((row) => String(row + 1)));
    await page.getByRole("tab", { name: /New/ }).click();
    await page.getByText("1–100 of 993").waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("101–200 of 993").waitFor();
    expect(await labelsOf(prefix)).toEqual([]);
    faults.push(...(await look(page)));

    // The bad rows as a file, to be mended.
    await page.getByRole("button", { name: "Download 7 rows with errors" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("journey-errors.csv");
    const file = readFileSync(await download.path(), "utf8");
    expect(file.split("\r\n")[0]).toBe("\uFEFFname,value,module,labelInterfacePage,Error");
    expect(file).toContain("name: The name is missing.");

    await page.getByRole("button", { name: "Import 993 interface labels" }).click();
    await page.getByText("993 interface labels imported: 993 new.").waitFor();
    const made = await labelsOf(prefix);
    expect(made).toHaveLength(993);
    faults.push(...(await look(page)));

    // Somebody else changes three of them; the page is left and found again.
    const address = page.url();
    const colleague = await openAs("admin@persdesk.demo", "/");
    const changed = [made[3], made[300], made[900]].flatMap((label) => label ?? []);
    for (const label of changed) await rename(colleague, label, "Changed since");
    await page.goto(`${persdesk().url}/labels/import`, { waitUntil: "networkidle" });
    await page
      .getByRole("link", { name: `journey.${kind}` })
      .first()
      .click();
    await page.waitForURL(address);

    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.getByText("993 new interface labels are deleted.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
    await page
      .getByText("990 of 993 interface labels undone. 3 have been changed since and were not undone.")
      .waitFor();
    const left = page.getByRole("region", { name: "Not undone" });
    expect((await left.locator("tbody td:first-child").allTextContents()).sort()).toEqual(
      changed.map(({ name }) => name).sort(),
    );
    await expect.poll(() => left.getByText(/^Changed since by /).count()).toBe(3);
    expect((await labelsOf(prefix)).map(({ name }) => name).sort()).toEqual(changed.map(({ name }) => name).sort());
    faults.push(...(await look(page)));
    expect(faults).toEqual([]);
  });
});

it("says what is wrong with a file, and takes the next one", async () => {
  const page = await openAs("content@persdesk.demo", "/labels/import");
  const choose = (name: string, content: string) =>
    page.getByLabel("CSV or Excel file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  await choose("broken.csv", 'name,value\nsave,"open\n');
  await page.getByText("broken.csv could not be read.").waitFor();
  await page.getByText('Row 2, column "value": a quote is opened here and never closed.').waitFor();
  await choose("labels.xlsx", "name,value\njourney.other,x\n");
  await page.getByText("Nothing to import: no row is both valid and new.").waitFor();
  await page.getByRole("button", { name: "Choose another file" }).click();
  await page.getByText("Drop a CSV or Excel file here").waitFor();
});

it("can be left while it runs, found again, and cancelled", async () => {
  const [label] = await ask<{ name: string }>(
    persdesk(),
    (sql) =>
      sql`select name from backoffice.labels l join backoffice.label_translations t on t.parent_id = l.id limit 1`,
  );
  const holder = postgres(persdesk().databaseUrl, { max: 1 });
  try {
    await holder.unsafe("begin");
    await holder.unsafe("select id from backoffice.labels where name = $1 for update", [label?.name ?? ""]);
    const page = await openAs("content@persdesk.demo", "/labels/import");
    await page.getByLabel("CSV or Excel file").setInputFiles({
      name: "waits.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`name,value\n${label?.name},Another text\n`),
    });
    await page.getByRole("button", { name: "Import 1 label" }).click();
    await page.getByText("Checking the rows again…").waitFor();
    await page.goto(`${persdesk().url}/labels/import`, { waitUntil: "domcontentloaded" });
    await page.getByRole("listitem").filter({ hasText: "waits.csv" }).getByText("Running").waitFor();
    await page.getByRole("link", { name: "waits.csv" }).click();
    await page.getByRole("button", { name: "Cancel the import" }).click();
    await page.getByText("Nothing was imported.").waitFor();
  } finally {
    await holder.unsafe("rollback");
    await holder.end();
  }
});

it("is not for people who may only read", async () => {
  const page = await openAs("support@persdesk.demo", "/labels/import");
  await page.getByRole("heading", { name: "You are not allowed to do this" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Choose a file" }).count()).toBe(0);
  await expect.poll(() => page.getByLabel("CSV or Excel file").count()).toBe(0);
});
