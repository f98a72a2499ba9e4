"use client";

import { Checkbox, SegmentedControl, Select, Textarea, TextInput } from "@mantine/core";
import { trpc } from "@/components/kit/trpc";
import { type NotificationType, notificationTypes } from "@/server/kit/value/notification-type.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import styles from "./send.module.css";
import type { Audience } from "./send-audience.field";

interface App {
  key: string;
  label: string;
  typeNotificationList: NotificationType[];
}
export interface Draft {
  kind: "template" | "own";
  template: string;
  title: string;
  content: string;
  apps: string[];
  types: NotificationType[];
  tokens: Record<string, string>;
  audience: Audience;
  /** the id of the vehicle that it is about; nothing is none */
  vehicle: string;
  /** by the sender's clock, to the minute; nothing is now */
  at: string;
  /** seconds after which nothing of it is sent any more; nothing is never */
  ttl: string;
}

const typesOf = (apps: App[], draft: Draft) =>
  ([1, 2, 3] as const).filter((type) =>
    apps.some((app) => draft.apps.includes(app.key) && app.typeNotificationList.includes(type)),
  );

/** What is said: a template, or a text of its own. */
export const MessageField = ({ draft, set }: { draft: Draft; set: (change: Partial<Draft>) => void }) => {
  const templates = trpc.notificationTemplates.list.useQuery({ isActivated: true, limit: 1000 });
  return (
    <>
      <SegmentedControl
        aria-label={t("Message")}
        data={[
          { value: "template", label: t("Template") },
          { value: "own", label: t("Own text") },
        ]}
        value={draft.kind}
        onChange={(kind) => set({ kind: kind === "own" ? "own" : "template", tokens: {} })}
      />
      {draft.kind === "template" ? (
        <Select
          label={t("Template")}
          data={(templates.data?.items ?? []).map((one) => ({
            value: one.keyNotificationTemplate,
            label: one.labelNotificationTemplate,
          }))}
          searchable
          value={draft.template || null}
          onChange={(template) => set({ template: template ?? "", tokens: {} })}
        />
      ) : (
        <>
          <TextInput
            label={t("Title")}
            value={draft.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <Textarea
            label={t("Text")}
            autosize
            minRows={3}
            value={draft.content}
            onChange={(event) => set({ content: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
};

/** The apps that it goes to, and the channels that they take. */
export function WaysField({ apps, draft, set }: { apps: App[]; draft: Draft; set: (change: Partial<Draft>) => void }) {
  const offered = typesOf(apps, draft);
  return (
    <>
      <Checkbox.Group label={t("Apps")} value={draft.apps} onChange={(next) => set({ apps: next })}>
        <div className={styles.ways}>
          {apps.map(({ key, label }) => (
            <Checkbox key={key} value={key} label={productName(label)} />
          ))}
        </div>
      </Checkbox.Group>
      {offered.length > 0 && (
        <Checkbox.Group
          label={t("Channels")}
          value={draft.types.map(String)}
          onChange={(next) => set({ types: ([1, 2, 3] as const).filter((type) => next.includes(String(type))) })}
        >
          <div className={styles.ways}>
            {offered.map((type) => (
              <Checkbox key={type} value={String(type)} label={t(notificationTypes[type])} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
