import type { Page } from "playwright";
import { expect, it } from "vitest";
import { end, hexFile, record } from "@/server/devices/firmware-version/testing";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, signInOverHttp } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();

/** So many bytes from an address, 16 a line. */
const run = (from: number, bytes: number) =>
  Array.from({ length: bytes / 16 }, (_, n) => record(0, from + n * 16, Buffer.alloc(16, n)));

const good = hexFile(record(4, 0, [0x08, 0x00]), ...run(0, 4096), ...run(0x4000, 1024), end);
const [first = ""] = run(0, 16);
const torn = hexFile(record(4, 0, [0x08, 0x00]), first, `${first.slice(0, -2)}00`, end);
const overlapping = hexFile(record(4, 0, [0x08, 0x00]), ...run(0, 32), record(0, 8, Buffer.alloc(16)), end);

const drop = (page: Page, name: string, file: Buffer) =>
  page.evaluate(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ""), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name ?? ""));
      const zone = document.querySelector("input[type=file]")?.parentElement;
      for (const type of ["dragover", "drop"])
        zone?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    },
    [name, file.toString("base64")],
  );

it("stores the segments of an image that is dropped or chosen, and nothing of a bad one", async () => {
  const [version] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`
      select v.id from backoffice.firmware_versions v
      where not exists (select from backoffice.firmware_segments s where s.firmware_version_id = v.id) order by v.id limit 1`,
  );
  const stored = () =>
    ask<{ start: string; length: string; crc: string }>(
      persdesk(),
      (sql) => sql`select start_address as start, length, crc32 as crc from backoffice.firmware_segments
        where firmware_version_id = ${version?.id ?? null} order by index`,
    );
  const before = await stored();
  const page = await openPage({ width: 1440, height: 900 });
  const faults = faultsOf(page);
  await signInOverHttp(page, persdesk(), "admin@persdesk.demo");
  await visit(page, `${persdesk().url}/firmware-versions/${version?.id}?tab=segments`);
  const fault = page.locator("main").getByRole("alert");
  const choose = (name: string, buffer: Buffer) =>
    page.setInputFiles("input[type=file]", { name, mimeType: "application/octet-stream", buffer });

  await choose("torn.hex", torn);
  await fault.getByText("Line 3: Its checksum is 00").waitFor();
  await fault.getByText("torn.hex cannot be used.").waitFor();
  await drop(page, "overlapping.hex", overlapping);
  await fault.getByText("Line 4: Its data overlaps that of line 2").waitFor();
  await choose("cut.hex", hexFile(first));
  await fault.getByText("The end-of-file record :00000001FF is missing").waitFor();
  await choose("large.bin", Buffer.alloc(10 * 1024 * 1024 + 1, 1));
  await fault.getByText("The limit is 10 MB").waitFor();
  expect(await stored()).toEqual(before);

  await drop(page, "good.hex", good);
  await page.getByText("good.hex is valid: 2 segments, 5 KiB in total").waitFor();
  await expect.poll(() => fault.count()).toBe(0);
  expect(await stored()).toEqual(before);
  await page.getByRole("button", { name: "Store segments" }).click();
  await page.getByText("Segments of good.hex stored").waitFor();
  expect((await stored()).map(({ start, length }) => [Number(start), Number(length)])).toEqual([
    [0x08000000, 4096],
    [0x08004000, 1024],
  ]);

  await choose("raw.bin", Buffer.from("not a hex file"));
  await page.getByRole("textbox", { name: "Start address" }).fill("0x0900ZZZZ");
  await page.getByText("Enter up to eight hexadecimal digits").waitFor();
  await page.getByRole("textbox", { name: "Start address" }).fill("0x09000000");
  await page.getByRole("button", { name: "Check image" }).click();
  await page.getByText("raw.bin is valid: 1 segment, 14 bytes in total").waitFor();
  await page.getByRole("button", { name: "Replace segments" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace segments" }).click();
  await page.getByText("Segments of raw.bin stored").waitFor();
  expect(await stored()).toHaveLength(1);
  // The browser itself logs the three answers that refused a file.
  expect(faults.filter((fault) => !fault.includes("status of 422"))).toEqual([]);
});

it("says 413 by key to a body over the cap, and keeps what was there", async () => {
  const [version] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select firmware_version_id as id from backoffice.firmware_segments order by 1 limit 1`,
  );
  const count = () =>
    ask(persdesk(), (sql) => sql`select index, crc32 from backoffice.firmware_segments order by 1, 2`);
  const before = await count();
  const answer = await fetch(`${persdesk().url}/api/v1/backoffice/pers-firmware-versions/${version?.id}/segments`, {
    method: "POST",
    headers: { "x-api-key": "demo-internal-key", "content-type": "application/json" },
    body: JSON.stringify({ segments: [{ data: "A".repeat(12 * 1024 * 1024) }] }),
  });
  expect([answer.status, (await answer.json()).code]).toEqual([413, "payload_too_large"]);
  expect(await count()).toEqual(before);
});
