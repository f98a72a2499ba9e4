import { AskButton } from "@/components/kit/ask-button";
import { t } from "@/texts/t";

interface Props {
  /** whose membership it is */
  name: string;
  run: () => Promise<unknown>;
}

/** Ends somebody's membership of the company, once they were asked. */
export const EndMembershipButton = ({ name, run }: Props) => (
  <AskButton
    title="End"
    question={t("End the membership of {name}?", { name })}
    confirm="End membership"
    done="Membership ended"
    run={run}
  >
    <p>
      {t("They immediately lose all permissions in the company. Their account remains, and you can invite them again.")}
    </p>
  </AskButton>
);
