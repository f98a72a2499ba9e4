"use client";

import { useState } from "react";
import { portalUsers } from "@/app/(backoffice)/(people)/portal-users/portal-user.resource";
import { riders } from "@/app/(backoffice)/(people)/riders/rider.resource";
import { staff } from "@/app/(backoffice)/(people)/staff/staff.resource";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { RecordSelect } from "@/components/kit/record-select";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { None, Status } from "@/components/ui/value";
import type { LeftOutBy } from "@/server/content/conditional-feature/feature-limit.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import styles from "./feature.module.css";

type Feature = RecordOf<"conditionalFeatures">;

const reasons: Record<LeftOutBy, string> = {
  off: "Off for everybody",
  company: "Off: none of their companies is among those",
  model: "Off: no PERS device of these models",
  app: "Off: no app in such a version",
};

/** How many people each limit leaves out. */
function LeftOut({ feature, counts }: { feature: Feature; counts: Record<"company" | "model" | "app", number> }) {
  const limits = [
    feature.companyIds.length > 0 &&
      t("{count, plural, one {# person is} other {# people are}} of no such company", { count: counts.company }),
    feature.modelPersIds.length > 0 &&
      t("{count, plural, one {# person has} other {# people have}} no such PERS device", { count: counts.model }),
    feature.apps.length > 0 &&
      t("{count, plural, one {# person has} other {# people have}} no app in such a version", { count: counts.app }),
  ].filter((one) => one !== false);
  if (limits.length === 0) return null;
  return (
    <>
      <p>{t("Left out:")}</p>
      <ul className={styles.people}>
        {limits.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  );
}

/** Numbers of people, and who some of them are. */
const Audience = ({ feature }: { feature: Feature }) => (
  <Answer of={trpc.conditionalFeatures.audience.useQuery({ id: feature.id })}>
    {({ active, people, devices, leftOut, sample }) => (
      <>
        {!active && (
          <p role="status">
            <Status>{t("It is off. This is who would get it.")}</Status>
          </p>
        )}
        <p>
          {t("{count, plural, one {# person} other {# people}}", { count: people })},{" "}
          {t("{count, plural, one {# PERS device} other {# PERS devices}} on their vehicles", { count: devices })}
        </p>
        <LeftOut feature={feature} counts={leftOut} />
        {sample.length > 0 && (
          <>
            <p>{t("For example:")}</p>
            <ul className={styles.people}>
              {sample.map(({ id, name, isStaff, companies }) => (
                <li key={id}>
                  <RecordLink of={isStaff ? staff : portalUsers} id={id}>
                    {name}
                  </RecordLink>
                  {companies.length > 0 && `, ${companies.join(", ")}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </>
    )}
  </Answer>
);

/** Whether one person gets it, and what is known of them. */
const Trial = ({ id, userId }: { id: string; userId: string }) => (
  <Answer of={trpc.conditionalFeatures.trial.useQuery({ id, userId })}>
    {({ leftOut, companies, models, apps }) => (
      <>
        <p role="status">
          <Status tone={leftOut ? "quiet" : "ok"}>{leftOut ? t(reasons[leftOut]) : t("On for this person")}</Status>
        </p>
        <Facts
          facts={[
            ["Companies", companies.join(", ") || <None />],
            ["PERS models", models.join(", ") || <None />],
            [
              "Apps",
              apps.length > 0 ? (
                <ul key="apps" className={styles.people}>
                  {apps.map(({ label, version, isFor }) => (
                    <li key={`${label} ${version}`}>
                      {productName(label)} {version ?? t("(unknown version)")}: {t(isFor ? "On" : "Off")}
                    </li>
                  ))}
                </ul>
              ) : (
                t("No app has registered a device yet")
              ),
            ],
          ]}
        />
      </>
    )}
  </Answer>
);

function TryPerson({ id }: { id: string }) {
  const may = useMay();
  const of = may(portalUsers.may.read) ? portalUsers : riders;
  const [person, setPerson] = useState<string | null>(null);
  return (
    <div className={styles.trial}>
      <RecordSelect of={of} label={t("Person")} clearable value={person} onChange={setPerson} />
      {person && <Trial id={id} userId={person} />}
    </div>
  );
}

/** Who gets a feature: how many, some of them, and whoever is chosen. */
export function FeatureAudience({ feature }: { feature: Feature }) {
  const may = useMay();
  return (
    <>
      <Section title="Who gets it">
        <Audience feature={feature} />
      </Section>
      {(may(portalUsers.may.read) || may(riders.may.read)) && (
        <Section title="Try a person">
          <TryPerson id={feature.id} />
        </Section>
      )}
    </>
  );
}
