"use client";

import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { PageHeader } from "@/components/kit/page-header";
import { messageOf, problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { PasswordField } from "@/components/ui/password-field";
import { LinkTo } from "@/components/ui/value";
import { t } from "@/texts/t";
import styles from "./member-switch.module.css";

/** The switch-to password and the reason; then this browser is the member's for an hour. */
export function SwitchForm({ id, isOver, isToldByMail }: { id: string; isOver: boolean; isToldByMail: boolean }) {
  const member = trpc.switchTo.get.useQuery({ id }).data;
  const switchScreen = trpc.switchTo.switchScreen.useMutation({ meta: { leavesPage: true } });
  const hasPassword = trpc.profile.me.useQuery({}).data?.hasSwitchToPassword;
  const [errors, setErrors] = useState<Record<string, string>>({});

  const person = { name: member?.firstName ?? "…", company: member?.companyName ?? "…" };

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setErrors({});
    try {
      const password = String(data.get("password"));
      const { companyId } = await switchScreen.mutateAsync({
        userCompanyId: id,
        password,
        reason: String(data.get("reason")),
      });
      window.location.assign(`/portal/${companyId}`);
    } catch (error) {
      const known = problemOf(error)?.errors ?? [{ path: "password", message: messageOf(error) }];
      setErrors(Object.fromEntries(known.map(({ path, message }) => [path, message])));
    }
  }

  return (
    <>
      <PageHeader
        title={
          member ? t("Switch to {name}", { name: `${member.firstName} ${member.lastName}` }) : t("Switch to a member")
        }
      />
      <div className={styles.page}>
        {isOver && (
          <p role="status" className={styles.over}>
            {t("The hour is over and you are yourself again. Unsaved changes were not saved.")}
          </p>
        )}
        <p>
          {t(
            "For one hour you see and do what {name} can see and do in {company}. Your changes are recorded under both names.",
            person,
          )}{" "}
          {isToldByMail && t("{name} is notified by e-mail.", person)}
        </p>
        {hasPassword === false && (
          <p className={styles.warn}>
            {t("You have no switch-to password yet.")} <LinkTo href="/profile">{t("Set one in your profile")}</LinkTo>
          </p>
        )}
        <form onSubmit={send} className={styles.form}>
          <PasswordField
            name="password"
            label={t("Switch-to password")}
            autoComplete="off"
            required
            withAsterisk={false}
            error={errors.password}
          />
          <Textarea
            name="reason"
            label={t("Reason")}
            description={t("Recorded in the history and shown to the member.")}
            required
            withAsterisk={false}
            minLength={5}
            maxLength={300}
            error={errors.reason}
          />
          <Button type="submit" loading={switchScreen.isPending}>
            {t("Switch")}
          </Button>
        </form>
      </div>
    </>
  );
}
