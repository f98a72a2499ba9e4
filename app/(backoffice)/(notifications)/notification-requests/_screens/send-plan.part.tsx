import { PlainTable } from "@/components/ui/plain-table";
import { Status } from "@/components/ui/value";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { t } from "@/texts/t";
import { reasonWords, recipientsText } from "./notification-request.words";
import styles from "./send.module.css";

type Why = { reason: string; count: number; emails: string[] };

export interface Plan {
  people: number;
  sample: string[];
  rejected: { email: string; reason: "invalid_address" | "duplicate" }[];
  rejectedCount: number;
  missingTokens: string[];
  ways: { keyPlatformTech: string; type: 1 | 2 | 3; now: number; later: Why[]; skipped: Why[] }[];
}

const Whys = ({ of }: { of: Why[] }) =>
  of.length === 0 ? (
    "–"
  ) : (
    <ul className={styles.whys}>
      {of.map(({ reason, count, emails }) => (
        <li key={reason}>
          <Status tone="warn">{String(count)}</Status> {reasonWords(reason)}
          <small>
            {emails.join(", ")}
            {count > emails.length && ", …"}
          </small>
        </li>
      ))}
    </ul>
  );

/** Who gets a message by which way, who later, and who not, with the reason. */
export const PlanWords = ({ plan }: { plan: Plan }) => (
  <section className={styles.plan} aria-label={t("Plan")}>
    <p>
      <strong>{recipientsText(plan.people)}</strong>
      {plan.people > 0 && `: ${plan.sample.join(", ")}${plan.people > plan.sample.length ? ", …" : ""}`}
    </p>
    {plan.rejectedCount > 0 && (
      <p>
        {t("{count, plural, one {# address is left out:} other {# addresses are left out:}}", {
          count: plan.rejectedCount,
        })}{" "}
        {plan.rejected.map(({ email }) => email).join(", ")}
      </p>
    )}
    <PlainTable heads={["App", "Channel", "Now", "Later", "Skipped"]}>
      {plan.ways.map(({ keyPlatformTech, type, now, later, skipped }) => (
        <tr key={`${keyPlatformTech} ${type}`}>
          <td>{keyPlatformTech}</td>
          <td>{t(notificationTypes[type])}</td>
          <td>{now}</td>
          <td>
            <Whys of={later} />
          </td>
          <td>
            <Whys of={skipped} />
          </td>
        </tr>
      ))}
    </PlainTable>
  </section>
);
