const dayMs = 86_400_000;
/** Day 0 of the two calendars that workbooks count days in. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** The 31st of December 9999. */
const lastDay = 2_958_466;

/** The built-in formats of ECMA-376 that show a date or a time. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Does a number format show a date or a time? Quoted and escaped text in it says nothing. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id);
  const [bare = ""] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .replace(/\[(?!h|m|s)[^\]]*\]/gi, "")
    .split(";");
  return !/general/i.test(bare) && /[dmyhs]/i.test(bare);
}

/** A number of days as ISO 8601: a date, an instant (workbooks know no zone: UTC), or, below one day, a time. */
export function dateText(serial: number, { date1904 }: { date1904: boolean }): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= lastDay) return undefined;
  // Workbooks of the 1900 calendar believe in a 29th of February 1900.
  const days = !date1904 && serial >= 1 && serial < 60 ? serial + 1 : serial;
  const time = new Date(Math.round((epochs[date1904 ? 1904 : 1900] + days * dayMs) / 1000) * 1000);
  if (Number.isNaN(time.getTime())) return undefined;
  const iso = time.toISOString();
  if (serial < 1 && serial > 0) return iso.slice(11, 19);
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
}

/** A number as people see it: what binary arithmetic adds beyond the 15 digits of a workbook is left out. */
export function numberText(value: string): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  return Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)));
}
