"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { PageHeader } from "@/components/kit/page-header";
import { messageOf, problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { notificationRequests } from "../notification-request.resource";
import { recipientsText } from "./notification-request.words";
import styles from "./send.module.css";
import { AudienceField, useAddresses } from "./send-audience.field";
import { type Draft, MessageField, WaysField } from "./send-message.field";
import { type Plan, PlanWords } from "./send-plan.part";

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
  ttl: "",
};
const lives = [
  { value: "3600", label: "After an hour" },
  { value: "86400", label: "After a day" },
  { value: "604800", label: "After a week" },
];
const confirmedAbove = 100;

/** A name for one sending; `randomUUID` is not there without https. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join(".");

const requestOf = (draft: Draft, emailUserDestList: string[]) => ({
  ...(draft.kind === "template"
    ? { keyNotificationTemplate: draft.template }
    : { notificationTitle: draft.title, notificationContent: draft.content }),
  keyPlatformTechs: draft.apps,
  typeNotificationList: draft.types,
  tokens: Object.fromEntries(Object.entries(draft.tokens).filter(([, value]) => value !== "")),
  emailUserDestList,
  dtPrepareSent: draft.at ? `${draft.at}:00.000Z` : null,
  ttlSeconds: draft.ttl ? Number(draft.ttl) : null,
});
type Asked = ReturnType<typeof requestOf>;

/** What is written, planned and sent, step by step. */
function useSending() {
  const router = useRouter();
  const { client } = trpc.useUtils();
  const addressesOf = useAddresses();
  const [draft, setDraft] = useState(empty);
  const [planned, setPlanned] = useState<{ asked: Asked; plan: Plan; key: string }>();
  // One key a plan: sent again after an answer that was lost on its way, it is still one request.
  const send = trpc.notificationRequests.send.useMutation({ trpc: { context: { idempotencyKey: planned?.key } } });
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
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
      setPlanned({ asked, plan: made, key: newKey() });
    });
  const go = () =>
    work(async () => {
      if (!planned) return;
      const { id } = await send.mutateAsync(planned.asked);
      notify(t("The message is on its way"));
      router.push(notificationRequests.record(id));
    });
  return { draft, set, planned, fault, isBusy, check, go };
}

interface FieldsProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

/** When it is sent, until when it is worth it, and what its tokens stand for. */
const WhenFields = ({ draft, set }: FieldsProps) => (
  <>
    <TextInput
      label={t("Send at (UTC)")}
      description={t("Leave it empty to send now.")}
      type="datetime-local"
      value={draft.at}
      onChange={(event) => set({ at: event.currentTarget.value })}
    />
    <NativeSelect
      label={t("Expires")}
      description={t("What was not sent by then is skipped.")}
      data={[{ value: "", label: t("Never") }, ...lives.map(({ value, label }) => ({ value, label: t(label) }))]}
      value={draft.ttl}
      onChange={(event) => set({ ttl: event.currentTarget.value })}
    />
    {Object.keys(draft.tokens).map((name) => (
      <TextInput
        key={name}
        label={t("Value of {token}", { token: `{{${name}}}` })}
        value={draft.tokens[name]}
        onChange={(event) => set({ tokens: { ...draft.tokens, [name]: event.currentTarget.value } })}
      />
    ))}
  </>
);

interface ManyProps {
  people: string;
  onClose: () => void;
  onSend: () => void;
}

/** Asked before a message goes to many people. */
const ManyDialog = ({ people, onClose, onSend }: ManyProps) => (
  <Dialog title="Send to so many people?" onClose={onClose}>
    <p>{t("{people} get this message. It cannot be taken back once it was sent.", { people })}</p>
    <DialogActions>
      <Button variant="default" onClick={onClose}>
        {t("Cancel")}
      </Button>
      <Button onClick={onSend}>{t("Send to {people}", { people })}</Button>
    </DialogActions>
  </Dialog>
);

/** A message to many: chosen, planned with who is skipped and why, and sent as it was planned. */
export function SendForm() {
  const apps = trpc.notificationSends.apps.useQuery();
  const { draft, set, planned, fault, isBusy, check, go } = useSending();
  const [isAsked, setAsked] = useState(false);
  const people = planned?.plan.people ?? 0;
  const isReady = planned !== undefined && people > 0 && planned.plan.missingTokens.length === 0;
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
        <MessageField draft={draft} set={set} />
        <Answer of={apps}>{({ items }) => <WaysField apps={items} draft={draft} set={set} />}</Answer>
        <AudienceField value={draft.audience} onChange={(audience) => set({ audience })} />
        <WhenFields draft={draft} set={set} />
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
            {isReady ? t("Send to {people}", { people: recipientsText(people) }) : t("Check the recipients")}
          </Button>
        </div>
      </form>
      {planned && <PlanWords plan={planned.plan} />}
      {isAsked && (
        <ManyDialog
          people={recipientsText(people)}
          onClose={() => setAsked(false)}
          onSend={() => {
            setAsked(false);
            void go();
          }}
        />
      )}
    </>
  );
}
