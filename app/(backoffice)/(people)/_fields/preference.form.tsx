"use client";

import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { LeaveGuard } from "@/components/kit/form/leave-guard";
import { messageOf, problemOf } from "@/components/kit/problem";
import { Facts } from "@/components/kit/sheet/facts";
import { useLanguages } from "@/components/kit/use-languages";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import styles from "./preference.module.css";

export interface Preferences {
  languageId: string | null;
  timeZone: string;
  distanceUnit: "km" | "mi";
  emailNotifications: boolean;
  pushNotifications: boolean;
  weeklyReport: boolean;
  /** of companies only */
  alertNotices?: boolean;
  /** of people only */
  inAppNotifications?: boolean;
  quietFrom?: string | null;
  quietTo?: string | null;
}
const unset: Preferences = {
  languageId: null,
  timeZone: "UTC",
  distanceUnit: "km",
  emailNotifications: true,
  pushNotifications: true,
  weeklyReport: false,
};
const unsetOfCompany = { alertNotices: false };
const unsetOfPerson = { inAppNotifications: true, quietFrom: null, quietTo: null };
const inApp = ["inAppNotifications", "In-app notifications"] as const;
const quiet = [
  ["quietFrom", "Quiet from"],
  ["quietTo", "Quiet until"],
] as const;
// The weekly report is stored and not offered until there is one.
const switches = [
  ["emailNotifications", "Notifications by e-mail"],
  ["pushNotifications", "Push notifications"],
] as const;
const alertNotices = ["alertNotices", "Messages about overdue alerts"] as const;
const switchesOf = (ofPerson: boolean) => (ofPerson ? [inApp, ...switches] : [...switches, alertNotices]);
const units = { km: "Kilometres", mi: "Miles" };
const zones = Intl.supportedValuesOf("timeZone");

/** Which preference wins. */
const forPeople =
  "These count for people of the company until they choose for themselves. What somebody saves in their own profile wins.";

interface Props {
  /** of a person, who has an inbox and quiet hours */
  ofPerson?: boolean;
  stored?: Preferences;
  /** what counts where no language is chosen */
  noLanguage: string;
  /** something beside the preferences was filled in */
  isStarted?: boolean;
  /** is given what was changed, and throws what the server answers */
  save: (changes: Partial<Preferences>) => Promise<unknown>;
  /** what is asked before the preferences, with its errors by field */
  children?: (errors: Record<string, string>) => ReactNode;
}

/** What is preferred, for who may not change it. */
export function PreferenceFacts({ stored, noLanguage, ofPerson }: Pick<Props, "stored" | "noLanguage" | "ofPerson">) {
  const { languageId, timeZone, distanceUnit, quietFrom, quietTo, ...flags }: Preferences = { ...unset, ...stored };
  const language = useLanguages().data?.find(({ id }) => id === languageId);
  return (
    <>
      {!ofPerson && <p className={styles.lead}>{t(forPeople)}</p>}
      <Facts
        facts={[
          ["Language", language?.name ?? t(noLanguage)],
          ["Time zone", timeZone],
          ["Distance unit", t(units[distanceUnit])],
          ...switchesOf(ofPerson === true).map(([name, label]): [string, string] => [
            label,
            t(flags[name] ? "Yes" : "No"),
          ]),
          ...(quietFrom && quietTo ? [["Quiet hours", `${quietFrom} – ${quietTo}`] as [string, string]] : []),
        ]}
      />
    </>
  );
}

/**
 * What people, and companies, prefer. Only what was changed is sent, so what somebody else changed meanwhile stays, and
 * what was changed here stays in the form where the server refuses it.
 */
export function PreferenceForm({ ofPerson = false, stored, noLanguage, isStarted = false, save, children }: Props) {
  const id = useId();
  const languages = useLanguages().data ?? [];
  const [edits, setEdits] = useState<Partial<Preferences>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isSaving, setIsSaving] = useState(false);
  const before: Preferences = { ...unset, ...(ofPerson ? unsetOfPerson : unsetOfCompany), ...stored };
  const values: Preferences = { ...before, ...edits };
  const changed = (Object.keys(edits) as (keyof Preferences)[]).filter((name) => values[name] !== before[name]); // of `Preferences`
  const isDirty = changed.length > 0 || isStarted;
  const set = (edit: Partial<Preferences>) => setEdits({ ...edits, ...edit });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    setIsSaving(true);
    try {
      await save(Object.fromEntries(changed.map((name) => [name, values[name]])));
      notify(t("Preferences saved"));
      setEdits({});
    } catch (error) {
      const known = problemOf(error)?.errors;
      if (known) setErrors(Object.fromEntries(known.map(({ path, message }) => [path, message])));
      else notify(messageOf(error), { tone: "bad" });
    }
    setIsSaving(false);
  };

  return (
    <form onSubmit={submit} className={styles.form}>
      <fieldset disabled={isSaving}>
        {children?.(errors)}
        {!ofPerson && <p className={styles.lead}>{t(forPeople)}</p>}
        <NativeSelect
          label={t("Language")}
          description={ofPerson ? undefined : t("Of messages to people who have chosen no language.")}
          value={values.languageId ?? ""}
          error={errors.languageId}
          onChange={(event) => set({ languageId: event.currentTarget.value || null })}
          data={[{ value: "", label: t(noLanguage) }, ...languages.map((one) => ({ value: one.id, label: one.name }))]}
        />
        <TextInput
          label={t("Time zone")}
          description={ofPerson ? undefined : t("The weeks of the company's figures are counted by it.")}
          list={`${id}-zones`}
          value={values.timeZone}
          error={errors.timeZone}
          onChange={(event) => set({ timeZone: event.currentTarget.value })}
        />
        <datalist id={`${id}-zones`}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <NativeSelect
          label={t("Distance unit")}
          description={ofPerson ? undefined : t("For apps. The portal shows kilometres.")}
          value={values.distanceUnit}
          onChange={(event) => set({ distanceUnit: event.currentTarget.value === "mi" ? "mi" : "km" })}
          data={Object.entries(units).map(([value, label]) => ({ value, label: t(label) }))}
        />
        {switchesOf(ofPerson).map(([name, label]) => (
          <Checkbox
            key={name}
            label={t(label)}
            checked={values[name]}
            onChange={(event) => set({ [name]: event.currentTarget.checked })}
          />
        ))}
        {ofPerson &&
          quiet.map(([name, label]) => (
            <TextInput
              key={name}
              type="time"
              label={t(label)}
              value={values[name] ?? ""}
              error={errors[name]}
              onChange={(event) => set({ [name]: event.currentTarget.value || null })}
            />
          ))}
      </fieldset>
      <Button type="submit" disabled={!isDirty} loading={isSaving}>
        {t("Save preferences")}
      </Button>
      <LeaveGuard isDirty={isDirty} stays />
    </form>
  );
}
