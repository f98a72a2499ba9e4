"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { Status } from "@/components/ui/value";
import { CheckDuplicateVersion } from "@/server/devices/firmware-version/firmware-version.schema";
import { t } from "@/texts/t";
import type { FirmwareVersion } from "./firmware-version.words";

const names = ["firmwareVersion", "categoryId", "updateId", "firmwareType"] as const;
const watched: string[] = [...names];
const Complete = CheckDuplicateVersion.required();

/** Says, while the form is filled in, whether the category already has this version. */
export function FirmwareVersionCheck({ record }: { record?: FirmwareVersion }) {
  const { client } = trpc.useUtils();
  const [wanted] = useDebouncedValue(useWatch({ name: watched }), 350);
  const read = Complete.safeParse(Object.fromEntries(names.map((name, index) => [name, wanted[index]])));
  const isOwn = record !== undefined && names.every((name, index) => record[name] === wanted[index]);
  const isAsked = read.success && read.data.firmwareVersion.trim() !== "" && !isOwn;
  const { data: isFree } = useQuery({
    queryKey: ["firmware-version-check", read.data],
    enabled: isAsked,
    queryFn: async () => {
      try {
        if (read.data) await client.firmwareVersions.checkDuplicate.query(read.data);
        return true;
      } catch (error) {
        if (problemOf(error)?.code === "duplicate") return false;
        throw error;
      }
    },
  });
  if (!isAsked || isFree === undefined) return null;
  return (
    <div role="status">
      {isFree ? (
        <Status tone="ok">{t("This version is available")}</Status>
      ) : (
        <Status tone="bad">{t("This version already exists in the category")}</Status>
      )}
    </div>
  );
}
