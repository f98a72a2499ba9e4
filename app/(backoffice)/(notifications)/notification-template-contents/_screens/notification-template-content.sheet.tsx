"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { Allowed } from "@/components/kit/allowed";
import type { RecordOf } from "@/components/kit/resource";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { t } from "@/texts/t";
import { studioOf } from "../../notification-templates/_screens/template-studio.rules";
import { notificationTemplateContents } from "../notification-template-content.resource";
import { SendToMe } from "./send-to-me.button";

/** The way to where it is written, beside the same text in other languages. */
function EditButton({ content }: { content: RecordOf<"notificationTemplateContents"> }) {
  const { noticationTemplateId, languageId } = content;
  return (
    <Allowed needs={notificationTemplateContents.may.write}>
      <Button component={Link} href={studioOf(noticationTemplateId, languageId)} prefetch={false} variant="default">
        {t("Edit beside the other languages")}
      </Button>
    </Allowed>
  );
}

export const NotificationTemplateContentSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={notificationTemplateContents}
    id={id}
    facts={(record) =>
      record.missingTokens.length
        ? t("It does not use {tokens}.", { tokens: record.missingTokens.join(", ") })
        : undefined
    }
    actions={(record) => (
      <>
        <SendToMe content={record} />
        <EditButton content={record} />
      </>
    )}
    about={["notificationTitle", "notificationContent", "noticationTemplateId", "languageId"]}
    remove
  />
);
