import { t } from "@/texts/t";

/** What people call the statuses of a company. */
export const companyStatusWords = { pending: "Invited", active: "Active", disabled: "Disabled" } as const;

/** What a file says of a company that staff have not verified; of others nothing. */
export const verifiedWord = { text: (isVerified: boolean) => (isVerified ? null : t("Not verified")) };

/** How far the links of a company are counted; one more stands for all that have more. */
export const countedUpTo = 1000;
