"use client";

import { Button } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import Link from "next/link";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { saveFile } from "@/components/kit/files";
import { trpc } from "@/components/kit/trpc";
import { Dropdown, DropdownItem, DropdownNote } from "@/components/ui/dropdown";
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
  const [isLoading, setIsLoading] = useState(false);
  const get = async (format: (typeof formats)[number][0]) => {
    setIsLoading(true);
    await attempt(async () => saveFile(await desk.export.fetch({ ...asked, format }, { staleTime: 0 })));
    setIsLoading(false);
  };
  return (
    <>
      <Dropdown
        label={t("File format")}
        trigger={(props) => (
          <Button
            {...props}
            variant="default"
            loading={isLoading}
            leftSection={<IconDownload size={15} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {t("Export")}
          </Button>
        )}
      >
        {(close) => (
          <>
            <DropdownNote>{t("The texts shown here, with their source. The file can be imported again.")}</DropdownNote>
            {formats.map(([format, title]) => (
              <DropdownItem
                key={format}
                onClick={() => {
                  close();
                  get(format);
                }}
              >
                {t(title)}
              </DropdownItem>
            ))}
          </>
        )}
      </Dropdown>
      {mayWrite && (
        <Button variant="default" component={Link} href={deskImport.at}>
          {t("Import")}
        </Button>
      )}
    </>
  );
}
