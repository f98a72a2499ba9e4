"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { FileFormats } from "@/components/kit/file-formats.button";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { deskImport } from "../desk.resource";

type Asked = Omit<Parameters<ReturnType<typeof trpc.useUtils>["desk"]["export"]["fetch"]>[0], "format">;

const formats = [
  ["xliff", "XLIFF 2.0, for agencies"],
  ["xlsx", "Excel workbook"],
  ["csv", "CSV"],
] as const;

/** The texts that the desk shows as a file, and the way back for a file that was worked on. */
export function DeskFiles({ asked, mayWrite }: { asked: Asked; mayWrite: boolean }) {
  const { desk } = trpc.useUtils();
  return (
    <>
      <FileFormats
        title={t("Export")}
        note={t("The texts shown here, with their source. The file can be imported again.")}
        formats={formats}
        fetch={(format) => desk.export.fetch({ ...asked, format }, { staleTime: 0 })}
      />
      {mayWrite && (
        <Button variant="default" component={Link} href={deskImport.at}>
          {t("Import")}
        </Button>
      )}
    </>
  );
}
