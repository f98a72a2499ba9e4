"use client";

import { ActionIcon, Button, Select } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { PlainTable } from "@/components/ui/plain-table";
import { None, OnOff } from "@/components/ui/value";
import { t } from "@/texts/t";
import { notificationTemplates } from "../notification-template.resource";
import styles from "./template-studio.module.css";

const most = 200;
const heads = ["App", "Page", "Link", "Tokens", "Status", "Actions"];

/** Chooses a page that the template does not lead to yet. */
function AddPage({ templateId, known }: { templateId: string; known: readonly string[] }) {
  const pages = trpc.platformPageTechs.rows.useQuery({ limit: most, page: 1, sortBy: "labelPlatformPage:asc" });
  const create = trpc.notificationTemplateTechs.create.useMutation();
  const [chosen, setChosen] = useState<string | null>(null);
  const items = (pages.data?.items ?? []).filter(({ id }) => !known.includes(id));
  const page = items.find(({ id }) => id === chosen);
  const add = () =>
    attempt(async () => {
      if (!page) return;
      const { id: platformPageTechId, platformTechId } = page;
      await create.mutateAsync({ noticationTemplateId: templateId, platformPageTechId, platformTechId });
      setChosen(null);
      notify(t("The template leads to {page} now", { page: page.labelPlatformPage }));
    });
  return (
    <div className={styles.add}>
      <Select
        label={t("Page")}
        description={t("Texts may use the tokens of all pages that the template leads to.")}
        searchable
        data={items.map(({ id, labelPlatformPage, platformTech }) => ({
          value: id,
          label: t("{title}: {value}", { title: platformTech.label, value: labelPlatformPage }),
        }))}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage={t("No other page fits.")}
      />
      <Button onClick={add} loading={create.isPending} disabled={!page}>
        {t("Add the page")}
      </Button>
    </div>
  );
}

/** Where a message of the template leads in each app, and which tokens its texts may use. */
export function TemplatePages({ templateId }: { templateId: string }) {
  const query = trpc.notificationTemplateTechs.rows.useQuery({
    noticationTemplateId: templateId,
    limit: most,
    page: 1,
    sortBy: "createdAt:asc",
  });
  const remove = trpc.notificationTemplateTechs.remove.useMutation();
  const may = useMay();
  const canEdit = may(notificationTemplates.may.write);
  const takeAway = (id: string) =>
    attempt(async () => {
      await remove.mutateAsync({ id });
      notify("The template does not lead there any more");
    });
  return (
    <Answer of={query}>
      {({ items }) => (
        <>
          {items.length > 0 ? (
            <PlainTable className={styles.links} heads={heads}>
              {items.map(({ id, platformTech, platformPageTech: page }) => (
                <tr key={id}>
                  <td>{platformTech.label}</td>
                  <td>{page.labelPlatformPage}</td>
                  <td>
                    <code>{page.descLink}</code>
                  </td>
                  <td>{page.tokensLabelList || <None />}</td>
                  <td>
                    <OnOff isOn={page.isActivated} />
                  </td>
                  <td>
                    <Allowed needs={notificationTemplates.may.write}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        disabled={remove.isPending}
                        aria-label={t("Remove {page}", { page: page.labelPlatformPage })}
                        onClick={() => takeAway(id)}
                      >
                        <IconTrash size={16} stroke={1.7} />
                      </ActionIcon>
                    </Allowed>
                  </td>
                </tr>
              ))}
            </PlainTable>
          ) : (
            <p className={styles.none}>
              {t("It leads to no page: a message opens the app, and its texts may use any token.")}
            </p>
          )}
          {canEdit && may("platform-page-tech.read") && (
            <AddPage templateId={templateId} known={items.map(({ platformPageTechId }) => platformPageTechId)} />
          )}
        </>
      )}
    </Answer>
  );
}
