"use client";

import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy, IconDots } from "@tabler/icons-react";
import { Dropdown, DropdownItem, DropdownNote } from "@/components/ui/dropdown";
import { useCopy } from "@/components/ui/value";
import { t } from "@/texts/t";

/** What is seldom needed of a record: its id, for support and for callers of the API. */
export function MoreMenu({ id }: { id: string }) {
  const { isCopied, copy } = useCopy(id);
  return (
    <Dropdown
      label={t("More about this record")}
      align="right"
      trigger={(props) => (
        <ActionIcon variant="default" aria-label={t("More about this record")} {...props}>
          <IconDots size={16} stroke={1.7} />
        </ActionIcon>
      )}
    >
      {() => (
        <>
          <DropdownItem icon={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
            {isCopied ? t("Copied") : t("Copy the id")}
          </DropdownItem>
          <DropdownNote>{id}</DropdownNote>
        </>
      )}
    </Dropdown>
  );
}
