import { Ahead } from "@/app/_screen/ahead";
import { PageHeader } from "@/components/kit/page-header";
import { t } from "@/texts/t";
import { AccountScreen } from "./account-screen";

/** The page of one's own account. @param hasPush pushes to this browser can be switched on */
export const AccountPage = ({ hasPush }: { hasPush?: boolean }) => (
  <Ahead
    of={({ profile, secondFactor, sessions }) =>
      Promise.all([
        profile.me.prefetch({}),
        profile.languages.prefetch({}),
        profile.preferences.prefetch({}),
        secondFactor.status.prefetch({}),
        sessions.list.prefetch({}),
      ])
    }
  >
    <PageHeader title={t("Profile")} />
    <AccountScreen hasPush={hasPush} />
  </Ahead>
);
