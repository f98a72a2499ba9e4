"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { vehicles } from "@/app/(backoffice)/(devices)/vehicles/vehicle.resource";
import { Answer } from "@/components/kit/answer";
import { PageHeader } from "@/components/kit/page-header";
import { messageOf, problemOf } from "@/components/kit/problem";
import { RecordSelect } from "@/components/kit/record-select";
import { trpc } from "@/components/kit/trpc";
import { opening } from "@/components/kit/value-text";
import { useMay } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { plannedTime } from "@/components/ui/time";
import { isRecipientToken } from "@/server/notification/text/template-token.rules";
import { manner } from "@/texts/speech";
import { t } from "@/texts/t";
import { notificationRequests } from "../notification-request.resource";
import { recipientsText } from "./notification-request.words";
import styles from "./send.module.css";
import { AudienceField, useAddresses } from "./send-audience.field";
import { type Draft, MessageField, WaysField } from "./send-message.field";
import { type Plan, PlanWords } from "./send-plan.part";
import { SendTimeField } from "./send-time.field";
import { sendTimeOf } from "./send-time.rules";

const empty: Draft = {
  kind: "template",
  template: "",
  title: "",
  content: "",
  apps: [],
  types: [1, 2, 3],
  tokens: {},
  audience: { kind: "addresses", value: "" },
  vehicle: "",
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

type ByEmail = Record<string, Record<string, string>>;

/** Values for people who have none of their own: only for them, so that nobody's own is written over. */
function filledIn(tokensByEmail: ByEmail, missing: Plan["missing"], values: Draft["tokens"]): ByEmail {
  const all = { ...tokensByEmail };
  for (const { token, emails } of missing)
    for (const email of isRecipientToken(token) && values[token] ? emails : [])
      all[email] = { ...all[email], [token]: values[token] ?? "" };
  return all;
}

const requestOf = (draft: Draft, emailUserDestList: string[], tokensByEmail: ByEmail) => ({
  ...(draft.kind === "template"
    ? { keyNotificationTemplate: draft.template }
    : { notificationTitle: draft.title, notificationContent: draft.content }),
  keyPlatformTechs: draft.apps,
  typeNotificationList: draft.types,
  tokens: Object.fromEntries(
    Object.entries(draft.tokens).filter(([name, value]) => value !== "" && !isRecipientToken(name)),
  ),
  tokensByEmail,
  companyId: draft.audience.kind === "company" ? draft.audience.value : null,
  vehicleId: draft.vehicle || null,
  emailUserDestList,
  dtPrepareSent: draft.at ? sendTimeOf(draft.at).at : null,
  ttlSeconds: draft.ttl ? Number(draft.ttl) : null,
});
type Asked = ReturnType<typeof requestOf>;

const isLater = ({ dtPrepareSent }: Asked) => dtPrepareSent !== null && Date.parse(dtPrepareSent) > Date.now();

/** What is written, planned and sent, step by step. */
function useSending() {
  const router = useRouter();
  const { client } = trpc.useUtils();
  const addressesOf = useAddresses();
  const [draft, setDraft] = useState(empty);
  const [planned, setPlanned] = useState<{ asked: Asked; plan: Plan; key: string }>();
  // One key a plan: sent again after an answer that was lost on its way, it is still one request.
  const send = trpc.notificationRequests.send.useMutation({ trpc: { context: { idempotencyKey: planned?.key } } });
  const [left, setLeft] = useState<Plan["missing"]>([]);
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
      const { emails, tokensByEmail } = await addressesOf(draft.audience);
      if (emails.length === 0) throw new Error(t("There are no recipients yet."));
      let asked = requestOf(draft, emails, tokensByEmail);
      let made = await client.notificationSends.plan.mutate(asked);
      const left = made.missing;
      if (left.some(({ token }) => isRecipientToken(token) && draft.tokens[token])) {
        asked = requestOf(draft, emails, filledIn(tokensByEmail, left, draft.tokens));
        made = await client.notificationSends.plan.mutate(asked);
      }
      setLeft(left);
      const tokens = Object.fromEntries(left.map(({ token }) => [token, ""]));
      setDraft((before) => ({ ...before, tokens: { ...tokens, ...before.tokens } }));
      setPlanned({ asked, plan: made, key: newKey() });
    });
  const go = () =>
    work(async () => {
      if (!planned) return;
      const { id } = await send.mutateAsync(planned.asked);
      const { dtPrepareSent: at } = planned.asked;
      notify(
        at && isLater(planned.asked)
          ? t("Scheduled for {when}", { when: plannedTime(at) })
          : t("The message is on its way"),
      );
      router.push(notificationRequests.record(id));
    });
  return { draft, set, left, planned, fault, isBusy, check, go };
}

interface FieldsProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

/** When it is sent, and until when it is worth it. */
const WhenFields = ({ draft, set }: FieldsProps) => (
  <>
    <SendTimeField
      label="Send at"
      description={t("By your clock ({zone}). Leave it empty to send now.", { zone: manner().timeZone })}
      value={draft.at}
      onChange={(at) => set({ at })}
    />
    <NativeSelect
      label={t("Expires")}
      description={t("What was not sent by then is skipped.")}
      data={[{ value: "", label: t("Never") }, ...lives.map(({ value, label }) => ({ value, label: t(label) }))]}
      value={draft.ttl}
      onChange={(event) => set({ ttl: event.currentTarget.value })}
    />
  </>
);

/** What a value is for: all recipients, or those who have none of their own. */
function forWhom(missing: Plan["missing"][number] | undefined) {
  if (!missing) return undefined;
  const { token, emails, ambiguous } = missing;
  if (!isRecipientToken(token)) return t("The same for all recipients, or a column of a pasted table for each.");
  const some = t(
    "For {count, plural, one {# recipient} other {# recipients}} without a value of their own: {emails}.",
    {
      count: emails.length,
      emails: emails.slice(0, 5).join(", ") + (emails.length > 5 ? ", …" : ""),
    },
  );
  const many = t("Ambiguous, because they have several: {emails}.", { emails: ambiguous.slice(0, 5).join(", ") });
  return ambiguous.length > 0 ? `${some} ${many}` : some;
}

/** The values that are left to ask for. */
const ValueFields = ({ draft, set, left }: FieldsProps & { left: Plan["missing"] }) =>
  Object.keys(draft.tokens).map((name) => (
    <TextInput
      key={name}
      label={t("Value of {token}", { token: `{{${name}}}` })}
      description={forWhom(left.find(({ token }) => token === name))}
      value={draft.tokens[name]}
      onChange={(event) => set({ tokens: { ...draft.tokens, [name]: event.currentTarget.value } })}
    />
  ));

interface ManyProps {
  people: string;
  /** on the button that does it */
  send: string;
  onClose: () => void;
  onSend: () => void;
}

/** Asked before a message goes to many people. */
const ManyDialog = ({ people, send, onClose, onSend }: ManyProps) => (
  <Dialog title="Send to so many people?" onClose={onClose}>
    <p>{t("{people} get this message. It cannot be taken back once it was sent.", { people })}</p>
    <DialogActions>
      <Button variant="default" onClick={onClose}>
        {t("Cancel")}
      </Button>
      <Button onClick={onSend}>{send}</Button>
    </DialogActions>
  </Dialog>
);

/** A message to many: chosen, planned with who is skipped and why, and sent as it was planned. */
export function SendForm() {
  const may = useMay();
  const apps = trpc.notificationSends.apps.useQuery();
  const { draft, set, left, planned, fault, isBusy, check, go } = useSending();
  const [isAsked, setAsked] = useState(false);
  const people = planned?.plan.people ?? 0;
  const isReady = planned !== undefined && people > 0 && planned.plan.missingTokens.length === 0;
  const at = planned && isLater(planned.asked) ? planned.asked.dtPrepareSent : null;
  const sendText = at
    ? t("Schedule for {when}", { when: plannedTime(at) })
    : t("Send to {people}", { people: recipientsText(people) });
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
        {may(vehicles.may.read) && (
          <RecordSelect
            of={vehicles}
            label={opening(t(vehicles.one))}
            description={t("Only where the message is about one: it decides for recipients who have several.")}
            clearable
            value={draft.vehicle || null}
            onChange={(vehicle) => set({ vehicle: vehicle ?? "" })}
          />
        )}
        <WhenFields draft={draft} set={set} />
        <ValueFields draft={draft} set={set} left={left} />
        {fault && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
        {planned && planned.plan.missingTokens.length > 0 && (
          <p role="alert" className={styles.fault}>
            {t("These tokens have no value yet: {names}", {
              names: planned.plan.missingTokens.map((name) => `{{${name}}}`).join(", "),
            })}
          </p>
        )}
        <div className={styles.foot}>
          <Button type="submit" loading={isBusy}>
            {isReady ? sendText : t("Check the recipients")}
          </Button>
        </div>
      </form>
      {planned && <PlanWords plan={planned.plan} at={at} />}
      {isAsked && (
        <ManyDialog
          people={recipientsText(people)}
          send={sendText}
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
