import { Box } from "@mantine/core";
import type { inferRouterOutputs } from "@trpc/server";
import { kindWord, PartnerMark } from "@/app/_company/partner.words";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { PlainTable } from "@/components/ui/plain-table";
import { None, Status } from "@/components/ui/value";
import { mergeWords } from "@/server/companies/company/company-merge/company-merge.rules";
import { formatted } from "@/server/kit/value/count.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";

type Plan = inferRouterOutputs<AppRouter>["companyMerges"]["plan"];

const memberWords = { invited: "Invited", active: "Active", disabled: "Left" } as const;

const Side = ({ side }: { side: Plan["from"] }) => (
  <>
    {side.name}, {side.registerNumber}, {side.category}
  </>
);

/** How much moves, and how much does not because the other company has it already or keeps its own. */
const Parts = ({ parts }: Pick<Plan, "parts">) => (
  <PlainTable heads={["What", "Moves", "Stays or ends"]}>
    {parts.map(({ part, moves, stays }) => (
      <tr key={part}>
        <td>{t(mergeWords[part])}</td>
        <td>{formatted(moves)}</td>
        <td>{stays > 0 ? formatted(stays) : <None />}</td>
      </tr>
    ))}
  </PlainTable>
);

const People = ({ people, peopleCount }: Pick<Plan, "people" | "peopleCount">) =>
  people.length > 0 && (
    <Section title="People who move">
      <PlainTable heads={["E-mail", "Name", "Status", "Role", ""]}>
        {people.map((one) => (
          <tr key={one.id}>
            <td>{one.email ?? <None />}</td>
            <td>{one.name}</td>
            <td>{t(memberWords[one.status])}</td>
            <td>
              {one.role ?? <None />} {one.isAdmin && <Status tone="info">{t("Admin")}</Status>}
            </td>
            <td>{one.isInBoth && <Status tone="warn">{t("In both companies")}</Status>}</td>
          </tr>
        ))}
      </PlainTable>
      {peopleCount > people.length && (
        <p>{t("{count, plural, one {and one more} other {and # more}}", { count: peopleCount - people.length })}</p>
      )}
    </Section>
  );

const Roles = ({ roles }: Pick<Plan, "roles">) =>
  roles.length > 0 && (
    <Section title="Roles that get another name">
      <PlainTable heads={["Today", "After the merge"]}>
        {roles.map(({ id, title, newTitle }) => (
          <tr key={id}>
            <td>{title}</td>
            <td>{newTitle}</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );

const Partners = ({ partners }: Pick<Plan, "partners">) =>
  partners.length > 0 && (
    <Section title="Partnerships that both have, or that end">
      <PlainTable heads={["Company", "Partner", "Kind", "Status", ""]}>
        {partners.map((link) => (
          <tr key={link.id}>
            <td>{link.company.name}</td>
            <td>{link.linkedCompany.name}</td>
            <td>{kindWord(link.kind)}</td>
            <td>
              <PartnerMark status={link.status} />
            </td>
            <td>
              {link.isBetween ? t("It ends: the two become one.") : t("Both have it: the one that is further stays.")}
            </td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );

/** What a merge would do: how much moves, who, and what both have. */
export const MergePlan = ({ plan }: { plan: Plan }) => (
  <>
    <Facts
      facts={[
        ["Company that is given up", <Side key="from" side={plan.from} />],
        ["Company that stays", <Side key="into" side={plan.into} />],
      ]}
    />
    <Box mb="lg">
      <Parts {...plan} />
    </Box>
    <People {...plan} />
    <Roles {...plan} />
    <Partners {...plan} />
  </>
);
