import { isLanguage } from "@/texts/speech";
import type { TemplateCode } from "./mail-catalogue.rules";

// The words around the texts of mails, in the language of each mail: not in that of who looks at it.

const words = {
  en: {
    open: "Open Persdesk",
    orOpen: "Or open this address:",
    sentBy: "Sent by Persdesk",
    inNameOf: (company: string) => `Sent by Persdesk for ${company}`,
    unsubscribe: "Unsubscribe",
  },
  fr: {
    open: "Ouvrir Persdesk",
    orOpen: "Ou ouvrez cette adresse\u00a0:",
    sentBy: "Envoyé par Persdesk",
    inNameOf: (company: string) => `Envoyé par Persdesk pour ${company}`,
    unsubscribe: "Se désabonner",
  },
  de: {
    open: "Persdesk öffnen",
    orOpen: "Oder öffnen Sie diese Adresse:",
    sentBy: "Gesendet von Persdesk",
    inNameOf: (company: string) => `Gesendet von Persdesk für ${company}`,
    unsubscribe: "Abbestellen",
  },
};

const languageOf = (code: string) => (isLanguage(code) ? code : "en");

/** The words around a mail in a language; English where we have none. */
export const mailWords = (language: string) => words[languageOf(language)];

/** What the button of a mail says, where that is more than to open Persdesk. */
const buttons: { [code in TemplateCode]?: Record<"en" | "fr" | "de", string> } = {
  PORTAL_USER_INVITATION: { en: "Choose a password", fr: "Choisir un mot de passe", de: "Passwort wählen" },
  COMPANY_INVITATION: { en: "Accept the invitation", fr: "Accepter l’invitation", de: "Einladung annehmen" },
  PARTNER_INVITATION: { en: "Look at the invitation", fr: "Voir l’invitation", de: "Einladung ansehen" },
  PARTNER_INVITATION_LINK: { en: "Open the invitation", fr: "Ouvrir l’invitation", de: "Einladung öffnen" },
  PARTNER_INVITATION_REMINDER: { en: "Open the invitation", fr: "Ouvrir l’invitation", de: "Einladung öffnen" },
  COMPANY_ENTRY_REQUEST: { en: "Look at the request", fr: "Voir la demande", de: "Anfrage ansehen" },
  PARTNER_REFUSED: { en: "Open your partners", fr: "Voir vos partenaires", de: "Partner öffnen" },
  ALERT_NOTICES: { en: "Open the alert desk", fr: "Ouvrir les alertes", de: "Alarme öffnen" },
  VIEW_REPORT: { en: "Open the view", fr: "Ouvrir la vue", de: "Ansicht öffnen" },
  EMAIL_CHANGE_CONFIRM: { en: "Confirm the address", fr: "Confirmer l’adresse", de: "Adresse bestätigen" },
};

export const buttonWords = (code: TemplateCode, language: string) =>
  buttons[code]?.[languageOf(language)] ?? mailWords(language).open;
