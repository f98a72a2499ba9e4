import type { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import { exportFile } from "@/server/kit/export/export-file";
import type { ContactLog, ExportContactLogs } from "./contact-log.schema";
import { contactLogService } from "./contact-log.service";

type Row = z.input<typeof ContactLog>;

const columns: { title: string; cell: (row: Row) => string | Date | null }[] = [
  { title: "E-mail", cell: (row) => row.email },
  { title: "First name", cell: (row) => row.firstName },
  { title: "Last name", cell: (row) => row.lastName },
  { title: "Type", cell: (row) => row.type },
  { title: "Content", cell: (row) => row.content },
  { title: "Platform tech", cell: (row) => row.platformTechKey },
  { title: "Received", cell: (row) => new Date(row.receivedAt) },
];

/** The readable contact logs that match, as a file (document 4.15); `xls` is an XLSX file. */
export const exportContactLogs = (ctx: KnownCtx, { fileFormat, ...filters }: z.output<typeof ExportContactLogs>) =>
  exportFile<Row>(ctx, {
    name: "platform-contact-logs",
    format: fileFormat === "xls" ? "xlsx" : "csv",
    columns,
    rows: (ctx, visit) => contactLogService.stream(ctx, { ...filters, isGetAll: true }, visit),
  });
