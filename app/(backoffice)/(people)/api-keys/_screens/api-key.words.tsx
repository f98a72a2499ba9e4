import type { RowOf } from "@/components/kit/resource";
import { dayOf, exactTime } from "@/components/ui/time";
import { None, Status, type Tone } from "@/components/ui/value";
import { keyStatusWords, type KeyStatus as Word } from "@/server/identity/api-key/api-key-status.rules";
import { t } from "@/texts/t";

export const isLive = ({ expiresAt, revokedAt }: Pick<RowOf<"apiKeys">, "expiresAt" | "revokedAt">) =>
  !revokedAt && (!expiresAt || new Date(expiresAt) > new Date());

const tones: Record<Word, Tone> = { live: "ok", replaced: "info", expired: "warn", revoked: "bad" };

export const KeyStatus = ({ status }: { status: Word }) => (
  <Status tone={tones[status]}>{t(keyStatusWords[status])}</Status>
);

export const scopesOf = (scopes: string[]) =>
  scopes.includes("*")
    ? t("Everything")
    : t("{count, plural, one {# permission} other {# permissions}}", { count: scopes.length });

export const Expiry = ({ at }: { at: string | null }) =>
  at ? (
    <time dateTime={at} title={exactTime(at)}>
      {dayOf(at)}
    </time>
  ) : (
    <None />
  );
