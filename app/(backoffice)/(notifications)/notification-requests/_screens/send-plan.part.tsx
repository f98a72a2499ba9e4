import { useLanguages } from "@/components/kit/use-languages";
import { PlainTable } from "@/components/ui/plain-table";
import { plannedTime } from "@/components/ui/time";
import { Status } from "@/components/ui/value";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { appName } from "@/server/platform/product-name/product-name.rules";
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
  missing: { token: string; emails: string[]; ambiguous: string[] }[];
  messages: { email: string; title: string; content: string; language: string; isShown: boolean }[];
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

const rejections = { invalid_address: "not an e-mail address", duplicate: "repeated" } as const;

/** Every address that is left out, with the reason. */
const Rejected = ({ plan: { rejected, rejectedCount } }: { plan: Plan }) => (
  <>
    <p>
      {t("{count, plural, one {# address is left out:} other {# addresses are left out:}}", { count: rejectedCount })}
    </p>
    <ul className={styles.left}>
      {rejected.map(({ email, reason }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address may be repeated, and the list does not change
        <li key={n}>
          {email || t("an empty line")}: {t(rejections[reason])}
        </li>
      ))}
      {rejectedCount > rejected.length && <li>{t("{count} more", { count: rejectedCount - rejected.length })}</li>}
    </ul>
  </>
);

/** The finished message of some people, as it would be read. */
function Messages({ of }: { of: Plan["messages"] }) {
  const languages = useLanguages().data ?? [];
  const nameOf = (wanted: string) => languages.find(({ code }) => code === wanted)?.name ?? wanted;
  return (
    <>
      <h2>{t("What they will read")}</h2>
      {of.some(({ isShown }) => !isShown) && (
        <p className={styles.note}>
          {t(
            "Of people whom you may not see, or whom nobody knows, the values are shown by the names of their tokens.",
          )}
        </p>
      )}
      <ul className={styles.messages}>
        {of.map(({ email, title, content, language }) => (
          <li key={email}>
            <small>
              {email}
              {language && `, ${nameOf(language)}`}
            </small>
            <p>
              <strong>{title}</strong>
            </p>
            <p>{content}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  plan: Plan;
  /** when it is sent, where that is later */
  at: string | null;
}

/** Who gets a message by which way, who later, and who not, with the reason; and what some of them will read. */
export const PlanWords = ({ plan, at }: Props) => (
  <section className={styles.plan} aria-label={t("Plan")}>
    <p>
      <strong>{recipientsText(plan.people)}</strong>
      {plan.people > 0 && `: ${plan.sample.join(", ")}${plan.people > plan.sample.length ? ", …" : ""}`}
    </p>
    {plan.rejectedCount > 0 && <Rejected plan={plan} />}
    <PlainTable
      heads={[
        "App",
        "Channel",
        at ? t("Later: {when}", { when: plannedTime(at) }) : "Now",
        at ? "After that" : "Later",
        "Skipped",
      ]}
    >
      {plan.ways.map(({ keyPlatformTech, type, now, later, skipped }) => (
        <tr key={`${keyPlatformTech} ${type}`}>
          <td>{appName(keyPlatformTech)}</td>
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
    <Messages of={plan.messages} />
  </section>
);
