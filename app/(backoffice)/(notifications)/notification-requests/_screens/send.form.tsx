"use client";

import { Button, Checkbox, SegmentedControl, Select, Textarea, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { PageHeader } from "@/components/kit/page-header";
import { messageOf, problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { counted } from "@/server/kit/count.rules";
import { type NotificationType, notificationTypes } from "@/server/kit/notification-type.rules";
import { t } from "@/texts/t";
import { notificationRequests } from "../notification-request.resource";
import styles from "./send.module.css";
import { type Audience, AudienceField, useAddresses } from "./send-audience.field";
import { type Plan, PlanWords } from "./send-plan.words";

interface App {
  key: string;
  label: string;
  typeNotificationList: NotificationType[];
}
interface Draft {
  kind: "template" | "own";
  template: string;
  title: string;
  content: string;
  apps: string[];
  types: NotificationType[];
  tokens: Record<string, string>;
  audience: Audience;
  /** UTC, to the minute; nothing is now */
  at: string;
}

const empty: Draft = {
  kind: "template",
  template: "",
  title: "",
  content: "",
  apps: [],
  types: [1, 2, 3],
  tokens: {},
  audience: { kind: "addresses", value: "" },
  at: "",
};
const confirmedAbove = 100;

const requestOf = (draft: Draft, emailUserDestList: string[]) => ({
  ...(draft.kind === "template"
    ? { keyNotificationTemplate: draft.template }
    : { notificationTitle: draft.title, notificationContent: draft.content }),
  keyPlatformTechs: draft.apps,
  typeNotificationList: draft.types,
  tokens: Object.fromEntries(Object.entries(draft.tokens).filter(([, value]) => value !== "")),
  emailUserDestList,
  dtPrepareSent: draft.at ? `${draft.at}:00.000Z` : null,
});
type Asked = ReturnType<typeof requestOf>;

const typesOf = (apps: App[], draft: Draft) =>
  ([1, 2, 3] as const).filter((type) =>
    apps.some((app) => draft.apps.includes(app.key) && app.typeNotificationList.includes(type)),
  );

const Message = ({ draft, set }: { draft: Draft; set: (change: Partial<Draft>) => void }) => {
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
          allowDeselect={false}
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
function Ways({ apps, draft, set }: { apps: App[]; draft: Draft; set: (change: Partial<Draft>) => void }) {
  const offered = typesOf(apps, draft);
  return (
    <>
      <Checkbox.Group label={t("Apps")} value={draft.apps} onChange={(next) => set({ apps: next })}>
        <div className={styles.ways}>
          {apps.map(({ key, label }) => (
            <Checkbox key={key} value={key} label={label} />
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

/** A message to many: chosen, planned with who is skipped and why, and sent as it was planned. */
export function SendForm() {
  const router = useRouter();
  const apps = trpc.notificationSends.apps.useQuery();
  const { client } = trpc.useUtils();
  const send = trpc.notificationRequests.send.useMutation();
  const addressesOf = useAddresses();
  const [draft, setDraft] = useState(empty);
  const [planned, setPlanned] = useState<{ asked: Asked; plan: Plan }>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  // What was planned is what is sent: a change asks for a new plan.
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setPlanned(undefined);
  };
  const work = async (step: () => Promise<void>) => {
    setBusy(true);
    setFault(undefined);
    try {
      await step();
    } catch (error) {
      setFault(problemOf(error) || !(error instanceof Error) ? messageOf(error) : error.message);
    }
    setBusy(false);
  };
  const check = () =>
    work(async () => {
      setPlanned(undefined);
      const emails = await addressesOf(draft.audience);
      if (emails.length === 0) throw new Error(t("There are no recipients yet."));
      const asked = requestOf(draft, emails);
      const made = await client.notificationSends.plan.mutate(asked);
      const tokens = Object.fromEntries(made.missingTokens.map((name) => [name, ""]));
      setDraft((before) => ({ ...before, tokens: { ...tokens, ...before.tokens } }));
      setPlanned({ asked, plan: made });
    });
  const go = () =>
    work(async () => {
      setAsked(false);
      if (!planned) return;
      const { id } = await send.mutateAsync(planned.asked);
      notify("The message is on its way");
      router.push(notificationRequests.record(id));
    });
  const people = planned?.plan.people ?? 0;
  const isReady = planned !== undefined && people > 0 && planned.plan.missingTokens.length === 0;
  const missing = Object.keys(draft.tokens);
  return (
    <>
      <PageHeader title={t("Send a notification")} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void (isReady ? (people > confirmedAbove ? setAsked(true) : go()) : check());
        }}
      >
        <Message draft={draft} set={set} />
        <Answer of={apps}>{({ items }) => <Ways apps={items} draft={draft} set={set} />}</Answer>
        <AudienceField value={draft.audience} onChange={(audience) => set({ audience })} />
        <TextInput
          label={t("Send at (UTC)")}
          description={t("Leave it empty to send now.")}
          type="datetime-local"
          value={draft.at}
          onChange={(event) => set({ at: event.currentTarget.value })}
        />
        {missing.map((name) => (
          <TextInput
            key={name}
            label={t("Value of {token}", { token: `{{${name}}}` })}
            value={draft.tokens[name]}
            onChange={(event) => set({ tokens: { ...draft.tokens, [name]: event.currentTarget.value } })}
          />
        ))}
        {fault && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
        {planned && planned.plan.missingTokens.length > 0 && (
          <p role="alert" className={styles.fault}>
            {t("These tokens have no value yet: {names}", { names: planned.plan.missingTokens.join(", ") })}
          </p>
        )}
        <div className={styles.foot}>
          <Button type="submit" loading={isBusy}>
            {isReady ? t("Send to {people}", { people: counted(people, "recipient") }) : t("Check the recipients")}
          </Button>
        </div>
      </form>
      {planned && <PlanWords plan={planned.plan} />}
      {isAsked && (
        <Dialog title="Send to so many people?" onClose={() => setAsked(false)}>
          <p>
            {t("{people} get this message. It cannot be taken back once it was sent.", {
              people: counted(people, "recipient"),
            })}
          </p>
          <DialogActions>
            <Button variant="default" onClick={() => setAsked(false)}>
              {t("Cancel")}
            </Button>
            <Button onClick={go}>{t("Send to {people}", { people: counted(people, "recipient") })}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
