import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";
import { userStatusWords } from "./user.words";

const tones = { pending: "warn", active: "ok", disabled: "quiet" } as const;
/** Whether an account can be used. */
export const UserStatus = ({ status }: { status: keyof typeof tones }) => (
  <Status tone={tones[status]}>{t(userStatusWords[status])}</Status>
);

const memberMarks = {
  invited: ["warn", "Invited"],
  active: ["ok", "Active"],
  disabled: ["quiet", "Disabled"],
} as const;
/** Whether a person's membership of a company counts. */
export const MembershipStatus = ({ status }: { status: keyof typeof memberMarks }) => (
  <Status tone={memberMarks[status][0]}>{t(memberMarks[status][1])}</Status>
);

export const typeOptions = ["Rider", "Pro Center Admin", "Pro Center Member"].map((value) => ({ value, label: value }));
export const statusOptions = Object.entries(userStatusWords).map(([value, label]) => ({ value, label }));
