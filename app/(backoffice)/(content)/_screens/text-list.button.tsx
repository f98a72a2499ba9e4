"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { Allowed } from "@/components/kit/allowed";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { translationDesk } from "../translations/desk.resource";

interface Props {
  /** the resource's name at the desk */
  resource: string;
  /** where files are brought in, and who may */
  importAt: string;
  needs: Permission | undefined;
}

/** From a list of texts to the translation desk and to its import. */
export function TextButtons({ resource, importAt, needs }: Props) {
  return (
    <>
      <Allowed needs={translationDesk.needs}>
        <Button variant="default" component={Link} href={`${translationDesk.at}?resource=${resource}`}>
          {t("Translate")}
        </Button>
      </Allowed>
      <Allowed needs={needs}>
        <Button variant="default" component={Link} href={importAt}>
          {t("Import")}
        </Button>
      </Allowed>
    </>
  );
}
