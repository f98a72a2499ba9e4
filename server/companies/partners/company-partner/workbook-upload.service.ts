import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { UploadedFile } from "@/server/kit/call/meta";
import { importOnce } from "@/server/kit/import/import-once";
import type { Importer } from "@/server/kit/import/importer";

/** A workbook is a zip archive; the documented uploads take nothing else. @throws AppError 400 */
function assertWorkbook({ bytes }: UploadedFile) {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const message = "Give an XLSX file.";
  if (!isZip) throw new AppError("invalid_input", `file: ${message}`, { errors: [{ path: "file", message }] });
}

/**
 * The documented upload: good rows are saved in one transaction, the others reported.
 * @param check in place of the importer's own look at its options, for what stands in the path
 */
export async function uploadWorkbook(
  ctx: KnownCtx,
  importer: Importer,
  {
    file,
    dryRun,
    options = {},
    check,
  }: { file: UploadedFile; dryRun: boolean; options?: object; check?: () => Promise<void> },
) {
  assertWorkbook(file);
  const { report } = await importOnce(ctx, importer, file, options, { dryRun, check });
  return report;
}
