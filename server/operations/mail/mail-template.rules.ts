import Mustache from "mustache";

/** Everything that is mailed, by its code; `mail_templates` takes these over when people may edit them. */
export const mailTemplates = {
  ACTIVATION_PIN: {
    secrets: ["pin"],
    en: {
      subject: "Activation PIN of {{serial}}",
      text: "Hello,\n\nthe new activation PIN of the PERS device {{serial}} is {{pin}}.\n\nAn earlier PIN no longer works.",
    },
    fr: {
      subject: "Code d'activation de {{serial}}",
      text: "Bonjour,\n\nle nouveau code d'activation du PERS {{serial}} est {{pin}}.\n\nUn code plus ancien ne fonctionne plus.",
    },
    de: {
      subject: "Aktivierungs-PIN von {{serial}}",
      text: "Guten Tag,\n\ndie neue Aktivierungs-PIN des PERS-Geräts {{serial}} lautet {{pin}}.\n\nEine ältere PIN gilt nicht mehr.",
    },
  },
  PASSWORD_CHANGED: {
    secrets: [],
    en: {
      subject: "Your password was changed",
      text: "Hello {{firstName}},\n\nthe password of your Persdesk account was changed. Every other session has ended.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "Votre mot de passe a été modifié",
      text: "Bonjour {{firstName}},\n\nle mot de passe de votre compte Persdesk a été modifié. Toutes les autres sessions sont fermées.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Ihr Passwort wurde geändert",
      text: "Guten Tag {{firstName}},\n\ndas Passwort Ihres Persdesk-Kontos wurde geändert. Alle anderen Sitzungen sind beendet.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
  ACTIVATION_CODE: {
    secrets: ["code"],
    en: {
      subject: "Your activation code",
      text: "Hello {{firstName}},\n\nyour activation code is {{code}}. It works for 10 minutes; an earlier one no longer works.\n\nIf you did not ask for an account, ignore this mail.",
    },
    fr: {
      subject: "Votre code d'activation",
      text: "Bonjour {{firstName}},\n\nvotre code d'activation est {{code}}. Il est valable 10 minutes; un code plus ancien ne fonctionne plus.\n\nSi vous n'avez pas demandé de compte, ignorez ce message.",
    },
    de: {
      subject: "Ihr Aktivierungscode",
      text: "Guten Tag {{firstName}},\n\nIhr Aktivierungscode lautet {{code}}. Er gilt 10 Minuten; ein älterer gilt nicht mehr.\n\nHaben Sie kein Konto gewünscht, ist nichts zu tun.",
    },
  },
  ALREADY_REGISTERED: {
    secrets: [],
    en: {
      subject: "You already have an account",
      text: 'Hello {{firstName}},\n\nsomebody tried to register with this address, but it already has an account. If it was you, log in, or choose a new password with "Forgot your password".\n\nIf it was not you, there is nothing to do.',
    },
    fr: {
      subject: "Vous avez déjà un compte",
      text: "Bonjour {{firstName}},\n\nune inscription a été tentée avec cette adresse, qui a déjà un compte. Si c'était vous, connectez-vous, ou choisissez un nouveau mot de passe avec « Mot de passe oublié ».\n\nSi ce n'était pas vous, il n'y a rien à faire.",
    },
    de: {
      subject: "Sie haben bereits ein Konto",
      text: "Guten Tag {{firstName}},\n\njemand wollte sich mit dieser Adresse registrieren, sie hat aber schon ein Konto. Waren Sie es, melden Sie sich an oder wählen Sie mit „Passwort vergessen“ ein neues Passwort.\n\nWaren Sie es nicht, ist nichts zu tun.",
    },
  },
  PASSWORD_RESET: {
    secrets: ["code"],
    en: {
      subject: "Your code for a new password",
      text: "Hello {{firstName}},\n\nyour code for a new password is {{code}}. It works for 10 minutes; an earlier one no longer works.\n\nIf you did not ask for it, ignore this mail: your password stays as it is.",
    },
    fr: {
      subject: "Votre code pour un nouveau mot de passe",
      text: "Bonjour {{firstName}},\n\nvotre code pour un nouveau mot de passe est {{code}}. Il est valable 10 minutes; un code plus ancien ne fonctionne plus.\n\nSi vous ne l'avez pas demandé, ignorez ce message: votre mot de passe reste le même.",
    },
    de: {
      subject: "Ihr Code für ein neues Passwort",
      text: "Guten Tag {{firstName}},\n\nIhr Code für ein neues Passwort lautet {{code}}. Er gilt 10 Minuten; ein älterer gilt nicht mehr.\n\nHaben Sie ihn nicht angefordert, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.",
    },
  },
  PORTAL_USER_INVITATION: {
    secrets: ["link"],
    en: {
      subject: "Your Persdesk account",
      text: "Hello {{firstName}},\n\nan account was made for {{email}}. Choose your password here:\n{{link}}\n\nThe link works for 7 days; an earlier one no longer works.",
    },
    fr: {
      subject: "Votre compte Persdesk",
      text: "Bonjour {{firstName}},\n\nun compte a été créé pour {{email}}. Choisissez votre mot de passe ici:\n{{link}}\n\nLe lien est valable 7 jours; un lien plus ancien ne fonctionne plus.",
    },
    de: {
      subject: "Ihr Persdesk-Konto",
      text: "Guten Tag {{firstName}},\n\nfür {{email}} wurde ein Konto angelegt. Wählen Sie hier Ihr Passwort:\n{{link}}\n\nDer Link gilt 7 Tage; ein älterer gilt nicht mehr.",
    },
  },
  COMPANY_INVITATION: {
    secrets: ["link"],
    en: {
      subject: "Invitation to {{company}}",
      text: "Hello {{firstName}},\n\nyou are invited to the workspace of {{company}} in Persdesk. Accept here:\n{{link}}\n\nThe link works for 7 days; an earlier one no longer works. If you do not know {{company}}, ignore this mail.",
    },
    fr: {
      subject: "Invitation de {{company}}",
      text: "Bonjour {{firstName}},\n\nvous êtes invité(e) dans l'espace de {{company}} sur Persdesk. Acceptez ici:\n{{link}}\n\nLe lien est valable 7 jours; un lien plus ancien ne fonctionne plus. Si vous ne connaissez pas {{company}}, ignorez ce message.",
    },
    de: {
      subject: "Einladung von {{company}}",
      text: "Guten Tag {{firstName}},\n\nSie sind in den Arbeitsbereich von {{company}} in Persdesk eingeladen. Nehmen Sie hier an:\n{{link}}\n\nDer Link gilt 7 Tage; ein älterer gilt nicht mehr. Kennen Sie {{company}} nicht, ist nichts zu tun.",
    },
  },
  EMAIL_CHANGE_CONFIRM: {
    secrets: ["link"],
    en: {
      subject: "Confirm your new address",
      text: "Hello {{firstName}},\n\nsomebody asked to change the e-mail address of your Persdesk account to {{email}}. Confirm here that it is yours:\n{{link}}\n\nUntil then the account keeps the earlier address. The link works for 7 days. If you do not know of this, ignore this mail.",
    },
    fr: {
      subject: "Confirmez votre nouvelle adresse",
      text: "Bonjour {{firstName}},\n\nvotre compte Persdesk doit désormais utiliser l'adresse {{email}}. Confirmez ici qu'elle est la vôtre:\n{{link}}\n\nD'ici là, l'ancienne adresse reste valable. Le lien est valable 7 jours. Si vous n'êtes au courant de rien, ignorez ce message.",
    },
    de: {
      subject: "Bestätigen Sie Ihre neue Adresse",
      text: "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto soll künftig die Adresse {{email}} verwenden. Bestätigen Sie hier, dass sie Ihnen gehört:\n{{link}}\n\nBis dahin bleibt die frühere Adresse. Der Link gilt 7 Tage. Wissen Sie nichts davon, ist nichts zu tun.",
    },
  },
  EMAIL_CHANGE_REQUESTED: {
    secrets: [],
    en: {
      subject: "Another address for your account was asked for",
      text: "Hello {{firstName}},\n\nsomebody asked to change the e-mail address of your Persdesk account. The account keeps this address until the new one is confirmed.\n\nIf you do not know of this, choose a new password: that cancels the change. Then contact us.",
    },
    fr: {
      subject: "Une autre adresse a été demandée pour votre compte",
      text: "Bonjour {{firstName}},\n\nvotre compte Persdesk doit utiliser une autre adresse e-mail. Il garde celle-ci jusqu'à ce que l'autre soit confirmée.\n\nSi vous n'êtes au courant de rien, choisissez un nouveau mot de passe: cela annule le changement. Contactez-nous ensuite.",
    },
    de: {
      subject: "Für Ihr Konto wurde eine andere Adresse gewünscht",
      text: "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto soll eine andere E-Mail-Adresse verwenden. Es behält diese, bis die andere bestätigt ist.\n\nWissen Sie nichts davon, wählen Sie ein neues Passwort: das bricht die Änderung ab. Melden Sie sich dann bei uns.",
    },
  },
  EMAIL_CHANGED: {
    secrets: [],
    en: {
      subject: "Your account has another address now",
      text: "Hello {{firstName}},\n\nyour Persdesk account uses another e-mail address from now on, which was confirmed. Every session has ended, and this address no longer signs in.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "Votre compte a désormais une autre adresse",
      text: "Bonjour {{firstName}},\n\nvotre compte Persdesk utilise désormais une autre adresse e-mail, qui a été confirmée. Toutes les sessions sont fermées, et cette adresse ne permet plus de se connecter.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Ihr Konto hat jetzt eine andere Adresse",
      text: "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto verwendet ab jetzt eine andere, bestätigte E-Mail-Adresse. Alle Sitzungen sind beendet, und mit dieser Adresse kann man sich nicht mehr anmelden.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
  SECOND_FACTOR_ON: {
    secrets: [],
    en: {
      subject: "Two-step sign-in is on",
      text: "Hello {{firstName}},\n\nfrom now on your Persdesk account asks for a code from your authenticator in addition to the password.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "La connexion en deux étapes est activée",
      text: "Bonjour {{firstName}},\n\nvotre compte Persdesk demande désormais un code de votre application d'authentification en plus du mot de passe.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Die Anmeldung in zwei Schritten ist eingeschaltet",
      text: "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto fragt ab jetzt neben dem Passwort nach einem Code Ihrer Authenticator-App.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
  SECOND_FACTOR_OFF: {
    secrets: [],
    en: {
      subject: "Two-step sign-in is off",
      text: "Hello {{firstName}},\n\nyour Persdesk account no longer asks for a code in addition to the password. The recovery codes no longer work.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "La connexion en deux étapes est désactivée",
      text: "Bonjour {{firstName}},\n\nvotre compte Persdesk ne demande plus de code en plus du mot de passe. Les codes de secours ne sont plus valables.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Die Anmeldung in zwei Schritten ist ausgeschaltet",
      text: "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto fragt neben dem Passwort nicht mehr nach einem Code. Die Wiederherstellungscodes gelten nicht mehr.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
  SECOND_FACTOR_RESET: {
    secrets: [],
    en: {
      subject: "Your two-step sign-in was reset",
      text: "Hello {{firstName}},\n\na member of our staff reset the two-step sign-in of your Persdesk account, and every session of yours has ended. Sign in with your password and set it up again on your profile.\n\nIf you did not ask for this, contact us at once.",
    },
    fr: {
      subject: "Votre connexion en deux étapes a été réinitialisée",
      text: "Bonjour {{firstName}},\n\nun membre de notre équipe a réinitialisé la connexion en deux étapes de votre compte Persdesk, et toutes vos sessions sont fermées. Connectez-vous avec votre mot de passe et réactivez-la dans votre profil.\n\nSi vous ne l'avez pas demandé, contactez-nous sans attendre.",
    },
    de: {
      subject: "Ihre Anmeldung in zwei Schritten wurde zurückgesetzt",
      text: "Guten Tag {{firstName}},\n\njemand aus unserem Team hat die Anmeldung in zwei Schritten Ihres Persdesk-Kontos zurückgesetzt, und alle Ihre Sitzungen sind beendet. Melden Sie sich mit Ihrem Passwort an und richten Sie sie im Profil neu ein.\n\nHaben Sie das nicht gewünscht, melden Sie sich bitte sofort bei uns.",
    },
  },
  SWITCH_TO_NOTICE: {
    secrets: [],
    en: {
      subject: "A member of our staff used your account",
      text: "Hello {{firstName}},\n\n{{staff}} of our staff works in your account in {{company}} for at most an hour, from {{at}} (UTC) on.\n\nThe reason given: {{reason}}",
    },
    fr: {
      subject: "Un membre de notre équipe a utilisé votre compte",
      text: "Bonjour {{firstName}},\n\n{{staff}}, de notre équipe, travaille dans votre compte chez {{company}} pendant une heure au plus, à partir du {{at}} (UTC).\n\nLa raison donnée: {{reason}}",
    },
    de: {
      subject: "Ein Mitarbeiter hat Ihr Konto benutzt",
      text: "Guten Tag {{firstName}},\n\n{{staff}} aus unserem Team arbeitet ab {{at}} (UTC) für höchstens eine Stunde in Ihrem Konto bei {{company}}.\n\nDer angegebene Grund: {{reason}}",
    },
  },
} as const satisfies Record<string, { secrets: readonly string[]; en: Source; fr?: Source; de?: Source }>;

interface Source {
  subject: string;
  text: string;
}
export type TemplateCode = keyof typeof mailTemplates;
export type MailTokens = Record<string, string>;

export interface RenderedMail {
  subject: string;
  body: string;
  html: string;
  /** secret tokens by name: `subject`, `body` and `html` hold placeholders for them until the mail is sent */
  secrets: MailTokens | null;
}

const open = "\uE000";
const close = "\uE001";
const sealed = /\uE000(\w+)\uE001/g;

const layout = (paragraphs: string) =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;background:#f4f4f6">` +
  `<div style="max-width:560px;margin:0 auto;padding:28px 32px;background:#fff;border-radius:8px;` +
  `font:15px/1.55 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1c1c22">` +
  `<p style="margin:0 0 20px;font-weight:600;color:#3b3fb6">Persdesk</p>${paragraphs}</div></body></html>`;

const asHtml = (source: string) =>
  layout(
    source
      .split("\n\n")
      .map((paragraph) => paragraph.replaceAll("{{link}}", '<a href="{{link}}" style="color:#3b3fb6">{{link}}</a>'))
      .map((paragraph) => `<p style="margin:0 0 14px">${paragraph.replaceAll("\n", "<br>")}</p>`)
      .join(""),
  );

/**
 * Renders a template in a language, in English where it has no text in it. Logic-less (mustache); tokens are escaped in HTML.
 * @param language a BCP 47 code
 */
export function renderMail(templateCode: TemplateCode, tokens: MailTokens, language: string): RenderedMail {
  const template: { secrets: readonly string[]; en: Source; fr?: Source; de?: Source } = mailTemplates[templateCode];
  const source = (language === "fr" || language === "de" ? template[language] : undefined) ?? template.en;
  const view = Object.fromEntries(
    Object.entries(tokens).map(([name, value]) =>
      template.secrets.includes(name) ? [name, `${open}${name}${close}`] : [name, value.replace(/[\uE000\uE001]/g, "")],
    ),
  );
  const plain = (text: string) => Mustache.render(text, view, {}, { escape: String });
  const secrets = Object.fromEntries(Object.entries(tokens).filter(([name]) => template.secrets.includes(name)));
  return {
    subject: plain(source.subject).replace(/[\r\n]+/g, " "),
    body: plain(source.text),
    html: Mustache.render(asHtml(source.text), view),
    secrets: Object.keys(secrets).length ? secrets : null,
  };
}

/** The text as it is sent, with its secrets. */
export const unseal = (text: string, secrets: MailTokens | null) =>
  text.replace(sealed, (_, name: string) => secrets?.[name] ?? "");

/** Does the text hold a placeholder for a secret? */
export const isSealed = (text: string) => text.includes(open);

/** The text as people who look at the log see it. */
export const masked = (text: string) => text.replace(sealed, "••••••");
