import { lifetime } from "@/server/kit/value/lifetime.rules";

/**
 * Everything that is mailed, by its code: what it is called, the tokens that its texts may hold, which of those are secret,
 * and whether companies may have texts of their own. The texts are rows of `mail_templates`.
 */
export const mailCatalogue = {
  ACTIVATION_PIN: {
    label: "Activation PIN of a PERS device",
    tokens: ["pin", "serial"],
    secrets: ["pin"],
    byCompanies: false,
  },
  PASSWORD_CHANGED: {
    label: "Password changed",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  ACTIVATION_CODE: {
    label: "Activation code",
    tokens: ["code", "firstName"],
    secrets: ["code"],
    byCompanies: false,
  },
  ALREADY_REGISTERED: {
    label: "Address registered already",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  PASSWORD_RESET: {
    label: "Code for a new password",
    tokens: ["code", "firstName"],
    secrets: ["code"],
    byCompanies: false,
  },
  PORTAL_USER_INVITATION: {
    label: "Invitation to an account",
    tokens: ["email", "firstName", "link"],
    secrets: ["link"],
    byCompanies: false,
  },
  COMPANY_INVITATION: {
    label: "Invitation to a company",
    tokens: ["company", "email", "firstName", "link"],
    secrets: ["link"],
    byCompanies: true,
    inNameOfCompany: true,
  },
  PARTNER_INVITATION: {
    label: "Invitation to work with a company",
    tokens: ["company", "firstName", "link"],
    secrets: [],
    byCompanies: false,
    inNameOfCompany: true,
  },
  PARTNER_INVITATION_LINK: {
    label: "Invitation of a partner",
    tokens: ["company", "inviter", "kind", "link", "reason"],
    secrets: ["link"],
    byCompanies: true,
    inNameOfCompany: true,
  },
  PARTNER_INVITATION_REMINDER: {
    label: "Reminder of an invitation of a partner",
    tokens: ["company", "inviter", "kind", "link", "reason"],
    secrets: ["link"],
    byCompanies: true,
    inNameOfCompany: true,
  },
  COMPANY_ENTRY_REQUEST: {
    label: "Somebody asks to be let into a company",
    tokens: ["company", "email", "firstName", "inviter", "link", "person"],
    secrets: [],
    byCompanies: false,
  },
  COMPANY_ENTERED: {
    label: "Let into a company",
    tokens: ["company", "firstName", "link"],
    secrets: [],
    byCompanies: false,
  },
  PARTNER_REFUSED: {
    label: "An invited company was refused",
    tokens: ["company", "firstName", "link"],
    secrets: [],
    byCompanies: false,
  },
  EMAIL_CHANGE_CONFIRM: {
    label: "Confirmation of a new address",
    tokens: ["email", "firstName", "link"],
    secrets: ["link"],
    byCompanies: false,
  },
  EMAIL_CHANGE_REQUESTED: {
    label: "Another address was asked for",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  EMAIL_CHANGED: {
    label: "Address changed",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  SECOND_FACTOR_ON: {
    label: "Two-step sign-in on",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  SECOND_FACTOR_OFF: {
    label: "Two-step sign-in off",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  ADMINISTRATOR_GIVEN_ACCESS: {
    label: "An administrator was given access at the server",
    tokens: ["email", "firstName", "person"],
    secrets: [],
    byCompanies: false,
  },
  SECOND_FACTOR_RESET: {
    label: "Two-step sign-in reset",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  SWITCH_TO_NOTICE: {
    label: "Staff used an account",
    tokens: ["at", "company", "firstName", "reason", "staff"],
    secrets: [],
    byCompanies: false,
  },
  ALERT_NOTICES: {
    label: "Alerts that are overdue or that nobody has",
    tokens: ["alerts", "count", "firstName", "link"],
    secrets: [],
    byCompanies: false,
  },
  VIEW_REPORT: {
    label: "A view, on Mondays",
    tokens: ["change", "firstName", "link", "total", "view"],
    secrets: [],
    byCompanies: false,
  },
} as const satisfies Record<string, Template>;

export interface Template {
  label: string;
  tokens: readonly string[];
  secrets: readonly string[];
  byCompanies: boolean;
  /** sent in a company's name, and in its look where it has one; never a mail with a code or a reset */
  inNameOfCompany?: true;
}

export type TemplateCode = keyof typeof mailCatalogue;

/** What each mail is called, by its code. */
export const mailNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(mailCatalogue).map(([code, { label }]) => [code, label]),
);

/** Whether mails of this template may look like the company's in whose name they are sent. */
export function mayHaveLook(code: TemplateCode): boolean {
  const template: Template = mailCatalogue[code];
  return template.inNameOfCompany === true;
}

/** How long the code or link of such mails works, as PostgreSQL reads an interval; undefined where they have none that ends. */
export function lifetimeOf(code: TemplateCode): string | undefined {
  const secrets: readonly string[] = mailCatalogue[code].secrets;
  if (secrets.includes("code")) return lifetime.code;
  return secrets.includes("link") ? lifetime.link : undefined;
}
