"use client";

import { Button } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Dropdown, DropdownItem, DropdownNote } from "@/components/ui/dropdown";
import type { FileAnswer } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { attempt } from "./attempt";
import { saveFile } from "./files";

interface Props<F extends string> {
  /** on the button, in the reader's language */
  title: string;
  /** what the file holds, in the reader's language */
  note: string;
  /** each with what people call it */
  formats: readonly (readonly [F, string])[];
  fetch: (format: F) => Promise<FileAnswer>;
  side?: "top";
}

/** A button that gets a file in one of several formats. */
export function FileFormats<F extends string>({ title, note, formats, fetch, side }: Props<F>) {
  const [isLoading, setIsLoading] = useState(false);
  const get = async (format: F) => {
    setIsLoading(true);
    await attempt(async () => saveFile(await fetch(format)));
    setIsLoading(false);
  };
  return (
    <Dropdown
      label={t("File format")}
      side={side}
      trigger={(props) => (
        <Button
          {...props}
          variant="default"
          loading={isLoading}
          leftSection={<IconDownload size={15} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {title}
        </Button>
      )}
    >
      {(close) => (
        <>
          <DropdownNote>{note}</DropdownNote>
          {formats.map(([format, name]) => (
            <DropdownItem
              key={format}
              onClick={() => {
                close();
                void get(format);
              }}
            >
              {t(name)}
            </DropdownItem>
          ))}
        </>
      )}
    </Dropdown>
  );
}
