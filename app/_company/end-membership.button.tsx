import { AskButton } from "@/components/kit/ask-button";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";

interface Props {
  /** the right to do it */
  needs: Permission | undefined;
  /** whose membership it is */
  name: string;
  run: () => Promise<unknown>;
}

/** Ends somebody's membership of the company, once they were asked. */
export const EndMembershipButton = ({ needs, name, run }: Props) => (
  <AskButton
    needs={needs}
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
