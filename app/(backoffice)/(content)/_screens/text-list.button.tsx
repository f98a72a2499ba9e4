"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { Allowed } from "@/components/kit/allowed";
import { t } from "@/texts/t";
import { translationDesk } from "../translations/desk.resource";
import type { TextResource } from "./text.words";

interface Props {
  of: TextResource;
  /** where files are brought in */
  importAt: string;
}

/** From a list of texts to the translation desk, which calls it as the audit trail does, and to its import. */
export function TextButtons({ of, importAt }: Props) {
  return (
    <>
      <Allowed needs={translationDesk.needs}>
        <Button variant="default" component={Link} href={`${translationDesk.at}?resource=${of.audited}`}>
          {t("Translate")}
        </Button>
      </Allowed>
      <Allowed needs={of.may.write}>
        <Button variant="default" component={Link} href={importAt}>
          {t("Import")}
        </Button>
      </Allowed>
    </>
  );
}
