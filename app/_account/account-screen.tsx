"use client";

import { Button, Select } from "@mantine/core";
import type { inferRouterOutputs } from "@trpc/server";
import { attempt } from "@/components/kit/attempt";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useLanguages } from "@/components/kit/use-languages";
import { useMay, useViewer } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { At } from "@/components/ui/value";
import { appName, productName } from "@/server/platform/product-name/product-name.rules";
import type { AppRouter } from "@/server/root";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import styles from "./account.module.css";
import { deviceName } from "./device-name";
import { PreferencesSection } from "./preferences.part";
import { PushSection } from "./push.part";
import { SecondFactorSection } from "./second-factor.part";
import { ShortForm } from "./short-form";

/** "Support", and of a company's person "Administrator in Velora". */
function rolesIn({ roles, companies }: inferRouterOutputs<AppRouter>["profile"]["me"]) {
  const inCompanies = companies.flatMap(({ role, name, status }) =>
    role && status === "active" ? t("{role} in {company}", { role: role.name, company: name }) : [],
  );
  return [...roles.map(({ name }) => productName(name)), ...inCompanies].join(", ") || t("None");
}

/** The clocks that a browser knows, this computer's own first. */
const zones = () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])];
};

function LanguageSection() {
  const { isActing } = useViewer();
  const me = trpc.profile.me.useQuery({});
  const languages = useLanguages().data ?? [];
  const update = trpc.profile.update.useMutation();
  const save = (values: { languageId: string | null } | { timeZone: string | null }) =>
    attempt(async () => {
      await update.mutateAsync(values);
      // Everything that is drawn is in the language of its page, by the clock that it began with.
      window.location.reload();
    });
  return (
    <Section title="You">
      <Facts
        facts={[
          ["Name", me.data && `${me.data.firstName} ${me.data.lastName}`],
          ["E-mail", me.data?.email],
          ["Roles", me.data && rolesIn(me.data)],
        ]}
      />
      <div className={styles.form}>
        <Select
          label={t("Language")}
          description={
            me.data && me.data.companies.length > 0
              ? t("Of the screens, and of messages to you. It wins over the language of your company.")
              : undefined
          }
          data={languages.map(({ id, name }) => ({ value: id, label: name }))}
          value={me.data?.languageId ?? null}
          onChange={(languageId) => save({ languageId })}
          disabled={update.isPending || isActing}
        />
        <Select
          label={t("Time zone")}
          description={t("Times are shown, and days of filters counted, by this clock.")}
          data={zones()}
          value={me.data && (me.data.timeZone ?? "UTC")}
          onChange={(timeZone) => save({ timeZone })}
          searchable
          nothingFoundMessage={t("No time zone has this name.")}
          disabled={update.isPending || isActing}
        />
      </div>
    </Section>
  );
}

/** A new address takes effect once it is confirmed through the link we send there. */
function EmailSection() {
  const me = trpc.profile.me.useQuery({});
  const request = trpc.emailChanges.requestOwn.useMutation();
  const cancel = trpc.emailChanges.cancelOwn.useMutation();
  const pending = me.data?.pendingEmail;
  const leave = () =>
    attempt(async () => {
      await cancel.mutateAsync({});
      notify(t("Address change cancelled"));
    });
  return (
    <Section title="E-mail address">
      {pending ? (
        <>
          <p className={styles.help}>
            {t("{pending} becomes your address once you open the link that we sent there.", {
              pending,
            })}
          </p>
          <Button variant="default" loading={cancel.isPending} onClick={leave}>
            {t("Cancel change")}
          </Button>
        </>
      ) : (
        <ShortForm
          submit="Change address"
          fields={[
            {
              name: "email",
              label: "New e-mail address",
              type: "email",
              description: "We send a confirmation link there. Once you confirm, you are signed out everywhere.",
            },
            { name: "currentPassword", label: "Current password", type: "password" },
          ]}
          onSubmit={async ({ email = "", currentPassword = "" }) => {
            await request.mutateAsync({ email, currentPassword });
            notify(t("Link sent to the new address"));
          }}
        />
      )}
    </Section>
  );
}

interface SecretProps {
  title: string;
  help: string;
  field: "newPassword" | "switchToPassword";
  label: string;
  save: (currentPassword: string, secret: string) => Promise<unknown>;
}

/** Sets a secret that needs the login password beside it. */
const SecretSection = ({ title, help, field, label, save }: SecretProps) => (
  <Section title={title}>
    <p className={styles.help}>{t(help)}</p>
    <ShortForm
      submit="Save"
      fields={[
        { name: "currentPassword", label: "Current password", type: "password" },
        { name: field, label, type: "new-password", description: "At least 10 characters." },
      ]}
      onSubmit={async (values) => {
        await save(values.currentPassword ?? "", values[field] ?? "");
        notify(t("{label} saved", { label }));
      }}
    />
  </Section>
);

function SessionSection() {
  const sessions = trpc.sessions.list.useQuery({});
  const end = trpc.sessions.end.useMutation();
  const endOthers = trpc.sessions.endOthers.useMutation();
  const items = sessions.data?.items ?? [];
  return (
    <Section title="Where you are signed in">
      <ul className={styles.sessions}>
        {items.map((session) => (
          <li key={session.id}>
            <span className={styles.device} title={session.userAgent ?? undefined}>
              {(session.userAgent && deviceName(session.userAgent)) ??
                (session.keyPlatformTech && appName(session.keyPlatformTech)) ??
                (session.kind === "api" ? t("App") : t("Browser"))}
              <small>
                {session.ip ?? t("Unknown address")},{" "}
                <Rich text="since <when/>" parts={{ when: () => <At at={session.createdAt} /> }} />
              </small>
            </span>
            {session.isCurrent ? (
              <span className={styles.help}>{t("This session")}</span>
            ) : (
              <Button size="xs" variant="default" onClick={() => attempt(() => end.mutateAsync({ id: session.id }))}>
                {t("Sign out")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <Button
          variant="default"
          loading={endOthers.isPending}
          onClick={() => attempt(() => endOthers.mutateAsync({}))}
        >
          {t("Sign out everywhere else")}
        </Button>
      )}
    </Section>
  );
}

/**
 * The person's own account: language, address, what they are sent, passwords, second factor, sessions. Under switch-to
 * nothing can be changed.
 * @param hasPush pushes to this browser can be switched on
 */
export function AccountScreen({ hasPush = false }: { hasPush?: boolean }) {
  const { isActing } = useViewer();
  const may = useMay();
  const change = trpc.password.change.useMutation();
  const setSwitchTo = trpc.password.setSwitchTo.useMutation();
  return (
    <div className={styles.page}>
      <LanguageSection />
      {!isActing && (
        <>
          <EmailSection />
          <PreferencesSection />
          {hasPush && <PushSection />}
          <SecretSection
            title="Password"
            help="Changing it ends all your other sessions."
            field="newPassword"
            label="New password"
            save={(currentPassword, newPassword) => change.mutateAsync({ currentPassword, newPassword })}
          />
          <SecondFactorSection />
          {may("switch-to.use") && (
            <SecretSection
              title="Switch-to password"
              help="A second password that you enter when you switch to a company member."
              field="switchToPassword"
              label="Switch-to password"
              save={(currentPassword, switchToPassword) =>
                setSwitchTo.mutateAsync({ currentPassword, switchToPassword })
              }
            />
          )}
          <SessionSection />
        </>
      )}
    </div>
  );
}
