import type { RowError } from "@/server/kit/import.schema";

const most = 10 * 1024 * 1024;

/** What is wrong with a file that can be told without reading it; undefined where nothing is. */
export function faultOf({ name, size }: { name: string; size: number }): string | undefined {
  const kind = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (kind === "xlsx" || kind === "xls" || kind === "ods")
    return "This is a spreadsheet. Save it as “CSV UTF-8” in your spreadsheet program, then choose that file.";
  if (kind && kind !== "csv" && kind !== "txt") return `A .${kind} file cannot be imported here. Choose a CSV file.`;
  if (size === 0) return "The file is empty.";
  if (size > most) return `The file has ${(size / 1024 / 1024).toFixed(1)} MB; at most 10 MB are taken.`;
  return undefined;
}

/** The file as the server takes it. */
export const readFile = (file: File) =>
  new Promise<{ fileName: string; base64: string }>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ fileName: file.name, base64: String(reader.result).split(",")[1] ?? "" });
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

// With apostrophes in front of it too, as the server writes them.
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** The rows with errors as a CSV file that a spreadsheet opens. */
export async function errorsAsCsv(errors: RowError[]) {
  const { unparse } = await import("papaparse");
  const rows = errors.map(({ row, column, message }) => ({ row, column, message }));
  return `\uFEFF${unparse(rows, { columns: ["row", "column", "message"], escapeFormulae: formula })}\r\n`;
}

/** Saves a text as a file. */
export function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
