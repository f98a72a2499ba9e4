import type { TemplateCode } from "@/server/platform/mail/mail-catalogue.rules";
import type { MailText } from "@/server/platform/mail/mail-template.rules";

/** What is mailed, to begin with; `{{…}}` are the tokens of its template. */
export const mailTexts: Record<TemplateCode, Record<"en" | "fr" | "de", MailText>> = {
  ACTIVATION_PIN: {
    en: {
      subject: "Activation PIN of {{serial}}",
      content:
        "Hello,\n\nthe new activation PIN of the PERS device {{serial}} is {{pin}}.\n\nAn earlier PIN no longer works.",
    },
    fr: {
      subject: "Code d'activation de {{serial}}",
      content:
        "Bonjour,\n\nle nouveau code d'activation du PERS {{serial}} est {{pin}}.\n\nUn code plus ancien ne fonctionne plus.",
    },
    de: {
      subject: "Aktivierungs-PIN von {{serial}}",
      content:
        "Guten Tag,\n\ndie neue Aktivierungs-PIN des PERS-Geräts {{serial}} lautet {{pin}}.\n\nEine ältere PIN gilt nicht mehr.",
    },
  },
  PASSWORD_CHANGED: {
    en: {
      subject: "Your password was changed",
      content:
        "Hello {{firstName}},\n\nthe password of your Persdesk account was changed. Every other session has ended.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "Votre mot de passe a été modifié",
      content:
        "Bonjour {{firstName}},\n\nle mot de passe de votre compte Persdesk a été modifié. Toutes les autres sessions sont fermées.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Ihr Passwort wurde geändert",
      content:
        "Guten Tag {{firstName}},\n\ndas Passwort Ihres Persdesk-Kontos wurde geändert. Alle anderen Sitzungen sind beendet.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
  ACTIVATION_CODE: {
    en: {
      subject: "Your activation code",
      content:
        "Hello {{firstName}},\n\nyour activation code is {{code}}. It works for 10 minutes; an earlier one no longer works.\n\nIf you did not ask for an account, ignore this mail.",
    },
    fr: {
      subject: "Votre code d'activation",
      content:
        "Bonjour {{firstName}},\n\nvotre code d'activation est {{code}}. Il est valable 10 minutes; un code plus ancien ne fonctionne plus.\n\nSi vous n'avez pas demandé de compte, ignorez ce message.",
    },
    de: {
      subject: "Ihr Aktivierungscode",
      content:
        "Guten Tag {{firstName}},\n\nIhr Aktivierungscode lautet {{code}}. Er gilt 10 Minuten; ein älterer gilt nicht mehr.\n\nHaben Sie kein Konto gewünscht, ist nichts zu tun.",
    },
  },
  ALREADY_REGISTERED: {
    en: {
      subject: "You already have an account",
      content:
        'Hello {{firstName}},\n\nsomebody tried to register with this address, but it already has an account. If it was you, log in, or choose a new password with "Forgot your password".\n\nIf it was not you, there is nothing to do.',
    },
    fr: {
      subject: "Vous avez déjà un compte",
      content:
        "Bonjour {{firstName}},\n\nune inscription a été tentée avec cette adresse, qui a déjà un compte. Si c'était vous, connectez-vous, ou choisissez un nouveau mot de passe avec « Mot de passe oublié ».\n\nSi ce n'était pas vous, il n'y a rien à faire.",
    },
    de: {
      subject: "Sie haben bereits ein Konto",
      content:
        "Guten Tag {{firstName}},\n\njemand wollte sich mit dieser Adresse registrieren, sie hat aber schon ein Konto. Waren Sie es, melden Sie sich an oder wählen Sie mit „Passwort vergessen“ ein neues Passwort.\n\nWaren Sie es nicht, ist nichts zu tun.",
    },
  },
  PASSWORD_RESET: {
    en: {
      subject: "Your code for a new password",
      content:
        "Hello {{firstName}},\n\nyour code for a new password is {{code}}. It works for 10 minutes; an earlier one no longer works.\n\nIf you did not ask for it, ignore this mail: your password stays as it is.",
    },
    fr: {
      subject: "Votre code pour un nouveau mot de passe",
      content:
        "Bonjour {{firstName}},\n\nvotre code pour un nouveau mot de passe est {{code}}. Il est valable 10 minutes; un code plus ancien ne fonctionne plus.\n\nSi vous ne l'avez pas demandé, ignorez ce message: votre mot de passe reste le même.",
    },
    de: {
      subject: "Ihr Code für ein neues Passwort",
      content:
        "Guten Tag {{firstName}},\n\nIhr Code für ein neues Passwort lautet {{code}}. Er gilt 10 Minuten; ein älterer gilt nicht mehr.\n\nHaben Sie ihn nicht angefordert, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.",
    },
  },
  PORTAL_USER_INVITATION: {
    en: {
      subject: "Your Persdesk account",
      content:
        "Hello {{firstName}},\n\nan account was made for {{email}}. Choose your password here:\n{{link}}\n\nThe link works for 7 days; an earlier one no longer works.",
    },
    fr: {
      subject: "Votre compte Persdesk",
      content:
        "Bonjour {{firstName}},\n\nun compte a été créé pour {{email}}. Choisissez votre mot de passe ici:\n{{link}}\n\nLe lien est valable 7 jours; un lien plus ancien ne fonctionne plus.",
    },
    de: {
      subject: "Ihr Persdesk-Konto",
      content:
        "Guten Tag {{firstName}},\n\nfür {{email}} wurde ein Konto angelegt. Wählen Sie hier Ihr Passwort:\n{{link}}\n\nDer Link gilt 7 Tage; ein älterer gilt nicht mehr.",
    },
  },
  COMPANY_INVITATION: {
    en: {
      subject: "Invitation to {{company}}",
      content:
        "Hello {{firstName}},\n\nyou are invited to the workspace of {{company}} in Persdesk. Accept here:\n{{link}}\n\nThe link works for 7 days; an earlier one no longer works. If you do not know {{company}}, ignore this mail.",
    },
    fr: {
      subject: "Invitation de {{company}}",
      content:
        "Bonjour {{firstName}},\n\nvous êtes invité(e) dans l'espace de {{company}} sur Persdesk. Acceptez ici:\n{{link}}\n\nLe lien est valable 7 jours; un lien plus ancien ne fonctionne plus. Si vous ne connaissez pas {{company}}, ignorez ce message.",
    },
    de: {
      subject: "Einladung von {{company}}",
      content:
        "Guten Tag {{firstName}},\n\nSie sind in den Arbeitsbereich von {{company}} in Persdesk eingeladen. Nehmen Sie hier an:\n{{link}}\n\nDer Link gilt 7 Tage; ein älterer gilt nicht mehr. Kennen Sie {{company}} nicht, ist nichts zu tun.",
    },
  },
  PARTNER_INVITATION: {
    en: {
      subject: "{{company}} would like to work with you",
      content:
        "Hello {{firstName}},\n\n{{company}} would like to work with your company in Persdesk. Accept or refuse here:\n{{link}}\n\nNothing is shared before you accept.",
    },
    fr: {
      subject: "{{company}} souhaite travailler avec vous",
      content:
        "Bonjour {{firstName}},\n\n{{company}} souhaite travailler avec votre entreprise sur Persdesk. Acceptez ou refusez ici:\n{{link}}\n\nRien n'est partagé avant votre accord.",
    },
    de: {
      subject: "{{company}} möchte mit Ihnen arbeiten",
      content:
        "Guten Tag {{firstName}},\n\n{{company}} möchte in Persdesk mit Ihrem Unternehmen arbeiten. Nehmen Sie hier an oder lehnen Sie ab:\n{{link}}\n\nVorher wird nichts geteilt.",
    },
  },
  PARTNER_INVITATION_LINK: {
    en: {
      subject: "{{company}} invites you as its {{kind}}",
      content:
        "Hello,\n\n{{inviter}} of {{company}} invites your company to work with {{company}} in Persdesk as its {{kind}}.\n\n{{reason}}\n\nLook at the invitation and accept it here:\n{{link}}\n\nNothing is shared with anybody before you accept. The link works for 7 days; an earlier one no longer works. If you do not know {{company}}, ignore this mail.",
    },
    fr: {
      subject: "{{company}} vous invite en tant que {{kind}}",
      content:
        "Bonjour,\n\n{{inviter}}, de {{company}}, invite votre entreprise à travailler avec {{company}} sur Persdesk en tant que {{kind}}.\n\n{{reason}}\n\nConsultez l'invitation et acceptez-la ici:\n{{link}}\n\nRien n'est partagé avec qui que ce soit avant votre accord. Le lien est valable 7 jours; un lien plus ancien ne fonctionne plus. Si vous ne connaissez pas {{company}}, ignorez ce message.",
    },
    de: {
      subject: "{{company}} lädt Sie als {{kind}} ein",
      content:
        "Guten Tag,\n\n{{inviter}} von {{company}} lädt Ihr Unternehmen ein, in Persdesk als {{kind}} mit {{company}} zu arbeiten.\n\n{{reason}}\n\nSehen Sie sich die Einladung an und nehmen Sie sie hier an:\n{{link}}\n\nBevor Sie annehmen, wird mit niemandem etwas geteilt. Der Link gilt 7 Tage; ein älterer gilt nicht mehr. Kennen Sie {{company}} nicht, ist nichts zu tun.",
    },
  },
  PARTNER_INVITATION_REMINDER: {
    en: {
      subject: "Reminder: {{company}} invites you as its {{kind}}",
      content:
        "Hello,\n\n{{inviter}} of {{company}} invited your company to work with {{company}} in Persdesk as its {{kind}}, and waits for your answer.\n\n{{reason}}\n\nLook at the invitation and accept it here:\n{{link}}\n\nNothing is shared with anybody before you accept. The link works for 7 days; an earlier one no longer works. If you do not know {{company}}, ignore this mail.",
    },
    fr: {
      subject: "Rappel: {{company}} vous invite en tant que {{kind}}",
      content:
        "Bonjour,\n\n{{inviter}}, de {{company}}, a invité votre entreprise à travailler avec {{company}} sur Persdesk en tant que {{kind}} et attend votre réponse.\n\n{{reason}}\n\nConsultez l'invitation et acceptez-la ici:\n{{link}}\n\nRien n'est partagé avec qui que ce soit avant votre accord. Le lien est valable 7 jours; un lien plus ancien ne fonctionne plus. Si vous ne connaissez pas {{company}}, ignorez ce message.",
    },
    de: {
      subject: "Erinnerung: {{company}} lädt Sie als {{kind}} ein",
      content:
        "Guten Tag,\n\n{{inviter}} von {{company}} hat Ihr Unternehmen eingeladen, in Persdesk als {{kind}} mit {{company}} zu arbeiten, und wartet auf Ihre Antwort.\n\n{{reason}}\n\nSehen Sie sich die Einladung an und nehmen Sie sie hier an:\n{{link}}\n\nBevor Sie annehmen, wird mit niemandem etwas geteilt. Der Link gilt 7 Tage; ein älterer gilt nicht mehr. Kennen Sie {{company}} nicht, ist nichts zu tun.",
    },
  },
  COMPANY_ENTRY_REQUEST: {
    en: {
      subject: "Let {{person}} into {{company}}?",
      content:
        "Hello {{firstName}},\n\n{{person}} ({{email}}) asks to be let into the workspace of {{company}} in Persdesk. {{inviter}} invited your company under this address, and the address was confirmed.\n\nDecide here:\n{{link}}\n\nUntil you do, the person sees nothing of your company.",
    },
    fr: {
      subject: "Laisser entrer {{person}} dans {{company}} ?",
      content:
        "Bonjour {{firstName}},\n\n{{person}} ({{email}}) demande à entrer dans l'espace de {{company}} sur Persdesk. {{inviter}} a invité votre entreprise à cette adresse, qui a été confirmée.\n\nDécidez ici:\n{{link}}\n\nD'ici là, cette personne ne voit rien de votre entreprise.",
    },
    de: {
      subject: "{{person}} in {{company}} aufnehmen?",
      content:
        "Guten Tag {{firstName}},\n\n{{person}} ({{email}}) bittet um Zugang zum Arbeitsbereich von {{company}} in Persdesk. {{inviter}} hat Ihr Unternehmen unter dieser Adresse eingeladen, und die Adresse wurde bestätigt.\n\nEntscheiden Sie hier:\n{{link}}\n\nBis dahin sieht die Person nichts von Ihrem Unternehmen.",
    },
  },
  COMPANY_ENTERED: {
    en: {
      subject: "You are in: {{company}}",
      content:
        "Hello {{firstName}},\n\nyou were let into the workspace of {{company}} in Persdesk:\n{{link}}\n\nSign in with this address.",
    },
    fr: {
      subject: "Vous avez accès à {{company}}",
      content:
        "Bonjour {{firstName}},\n\nvous avez maintenant accès à l'espace de {{company}} sur Persdesk:\n{{link}}\n\nConnectez-vous avec cette adresse.",
    },
    de: {
      subject: "Sie haben Zugang zu {{company}}",
      content:
        "Guten Tag {{firstName}},\n\nSie haben jetzt Zugang zum Arbeitsbereich von {{company}} in Persdesk:\n{{link}}\n\nMelden Sie sich mit dieser Adresse an.",
    },
  },
  EMAIL_CHANGE_CONFIRM: {
    en: {
      subject: "Confirm your new address",
      content:
        "Hello {{firstName}},\n\nsomebody asked to change the e-mail address of your Persdesk account to {{email}}. Confirm here that it is yours:\n{{link}}\n\nUntil then the account keeps the earlier address. The link works for 7 days. If you do not know of this, ignore this mail.",
    },
    fr: {
      subject: "Confirmez votre nouvelle adresse",
      content:
        "Bonjour {{firstName}},\n\nvotre compte Persdesk doit désormais utiliser l'adresse {{email}}. Confirmez ici qu'elle est la vôtre:\n{{link}}\n\nD'ici là, l'ancienne adresse reste valable. Le lien est valable 7 jours. Si vous n'êtes au courant de rien, ignorez ce message.",
    },
    de: {
      subject: "Bestätigen Sie Ihre neue Adresse",
      content:
        "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto soll künftig die Adresse {{email}} verwenden. Bestätigen Sie hier, dass sie Ihnen gehört:\n{{link}}\n\nBis dahin bleibt die frühere Adresse. Der Link gilt 7 Tage. Wissen Sie nichts davon, ist nichts zu tun.",
    },
  },
  EMAIL_CHANGE_REQUESTED: {
    en: {
      subject: "Another address for your account was asked for",
      content:
        "Hello {{firstName}},\n\nsomebody asked to change the e-mail address of your Persdesk account. The account keeps this address until the new one is confirmed.\n\nIf you do not know of this, choose a new password: that cancels the change. Then contact us.",
    },
    fr: {
      subject: "Une autre adresse a été demandée pour votre compte",
      content:
        "Bonjour {{firstName}},\n\nvotre compte Persdesk doit utiliser une autre adresse e-mail. Il garde celle-ci jusqu'à ce que l'autre soit confirmée.\n\nSi vous n'êtes au courant de rien, choisissez un nouveau mot de passe: cela annule le changement. Contactez-nous ensuite.",
    },
    de: {
      subject: "Für Ihr Konto wurde eine andere Adresse gewünscht",
      content:
        "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto soll eine andere E-Mail-Adresse verwenden. Es behält diese, bis die andere bestätigt ist.\n\nWissen Sie nichts davon, wählen Sie ein neues Passwort: das bricht die Änderung ab. Melden Sie sich dann bei uns.",
    },
  },
  EMAIL_CHANGED: {
    en: {
      subject: "Your account has another address now",
      content:
        "Hello {{firstName}},\n\nyour Persdesk account uses another e-mail address from now on, which was confirmed. Every session has ended, and this address no longer signs in.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "Votre compte a désormais une autre adresse",
      content:
        "Bonjour {{firstName}},\n\nvotre compte Persdesk utilise désormais une autre adresse e-mail, qui a été confirmée. Toutes les sessions sont fermées, et cette adresse ne permet plus de se connecter.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Ihr Konto hat jetzt eine andere Adresse",
      content:
        "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto verwendet ab jetzt eine andere, bestätigte E-Mail-Adresse. Alle Sitzungen sind beendet, und mit dieser Adresse kann man sich nicht mehr anmelden.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
  SECOND_FACTOR_ON: {
    en: {
      subject: "Two-step sign-in is on",
      content:
        "Hello {{firstName}},\n\nfrom now on your Persdesk account asks for a code from your authenticator in addition to the password.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "La connexion en deux étapes est activée",
      content:
        "Bonjour {{firstName}},\n\nvotre compte Persdesk demande désormais un code de votre application d'authentification en plus du mot de passe.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Die Anmeldung in zwei Schritten ist eingeschaltet",
      content:
        "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto fragt ab jetzt neben dem Passwort nach einem Code Ihrer Authenticator-App.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
  SECOND_FACTOR_OFF: {
    en: {
      subject: "Two-step sign-in is off",
      content:
        "Hello {{firstName}},\n\nyour Persdesk account no longer asks for a code in addition to the password. The recovery codes no longer work.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "La connexion en deux étapes est désactivée",
      content:
        "Bonjour {{firstName}},\n\nvotre compte Persdesk ne demande plus de code en plus du mot de passe. Les codes de secours ne sont plus valables.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Die Anmeldung in zwei Schritten ist ausgeschaltet",
      content:
        "Guten Tag {{firstName}},\n\nIhr Persdesk-Konto fragt neben dem Passwort nicht mehr nach einem Code. Die Wiederherstellungscodes gelten nicht mehr.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
  ADMINISTRATOR_GIVEN_ACCESS: {
    en: {
      subject: "An administrator was given access",
      content:
        "Hello {{firstName}},\n\nsomebody who runs the server of Persdesk made a link by which {{person}} ({{email}}) chooses a password and is an administrator. The former password of that account, if there was one, does not work any more.\n\nIf you do not know why, ask who runs the server, look at the audit trail and disable the account.",
    },
    fr: {
      subject: "Un accès a été donné à un administrateur",
      content:
        "Bonjour {{firstName}},\n\nune personne qui gère le serveur de Persdesk a créé un lien par lequel {{person}} ({{email}}) choisit un mot de passe et est administrateur. L'ancien mot de passe de ce compte, s'il en avait un, ne fonctionne plus.\n\nSi vous n'en connaissez pas la raison, demandez à qui gère le serveur, consultez le journal d'audit et désactivez le compte.",
    },
    de: {
      subject: "Ein Administrator hat Zugang bekommen",
      content:
        "Guten Tag {{firstName}},\n\njemand, der den Server von Persdesk betreibt, hat einen Link erzeugt, mit dem {{person}} ({{email}}) ein Passwort wählt und Administrator ist. Das bisherige Passwort dieses Kontos gilt nicht mehr, falls es eines gab.\n\nKennen Sie den Grund nicht, fragen Sie, wer den Server betreibt, sehen Sie ins Protokoll und deaktivieren Sie das Konto.",
    },
  },
  SECOND_FACTOR_RESET: {
    en: {
      subject: "Your two-step sign-in was reset",
      content:
        "Hello {{firstName}},\n\na member of our staff reset the two-step sign-in of your Persdesk account, and every session of yours has ended. Sign in with your password and set it up again on your profile.\n\nIf you did not ask for this, contact us at once.",
    },
    fr: {
      subject: "Votre connexion en deux étapes a été réinitialisée",
      content:
        "Bonjour {{firstName}},\n\nun membre de notre équipe a réinitialisé la connexion en deux étapes de votre compte Persdesk, et toutes vos sessions sont fermées. Connectez-vous avec votre mot de passe et réactivez-la dans votre profil.\n\nSi vous ne l'avez pas demandé, contactez-nous sans attendre.",
    },
    de: {
      subject: "Ihre Anmeldung in zwei Schritten wurde zurückgesetzt",
      content:
        "Guten Tag {{firstName}},\n\njemand aus unserem Team hat die Anmeldung in zwei Schritten Ihres Persdesk-Kontos zurückgesetzt, und alle Ihre Sitzungen sind beendet. Melden Sie sich mit Ihrem Passwort an und richten Sie sie im Profil neu ein.\n\nHaben Sie das nicht gewünscht, melden Sie sich bitte sofort bei uns.",
    },
  },
  SWITCH_TO_NOTICE: {
    en: {
      subject: "A member of our staff used your account",
      content:
        "Hello {{firstName}},\n\n{{staff}} of our staff works in your account in {{company}} for at most an hour, from {{at}} (UTC) on.\n\nThe reason given: {{reason}}",
    },
    fr: {
      subject: "Un membre de notre équipe a utilisé votre compte",
      content:
        "Bonjour {{firstName}},\n\n{{staff}}, de notre équipe, travaille dans votre compte chez {{company}} pendant une heure au plus, à partir du {{at}} (UTC).\n\nLa raison donnée: {{reason}}",
    },
    de: {
      subject: "Ein Mitarbeiter hat Ihr Konto benutzt",
      content:
        "Guten Tag {{firstName}},\n\n{{staff}} aus unserem Team arbeitet ab {{at}} (UTC) für höchstens eine Stunde in Ihrem Konto bei {{company}}.\n\nDer angegebene Grund: {{reason}}",
    },
  },
  PARTNER_REFUSED: {
    en: {
      subject: "{{company}} is no partner of yours any more",
      content:
        "Hello {{firstName}},\n\nthe staff of Persdesk could not confirm who {{company}} is, and have refused that company. The partnership has ended, and what you had handed over has come back to you.\n\nYou find your partners here:\n{{link}}\n\nTo work with the company all the same, invite it again under an address that you know well.",
    },
    fr: {
      subject: "{{company}} n'est plus votre partenaire",
      content:
        "Bonjour {{firstName}},\n\nl'équipe de Persdesk n'a pas pu vérifier l'identité de {{company}} et a refusé cette entreprise. Le partenariat est terminé, et ce que vous aviez confié vous revient.\n\nVos partenaires sont ici :\n{{link}}\n\nPour travailler malgré tout avec cette entreprise, invitez-la de nouveau à une adresse que vous connaissez bien.",
    },
    de: {
      subject: "{{company}} ist nicht mehr Ihr Partner",
      content:
        "Guten Tag {{firstName}},\n\ndas Team von Persdesk konnte nicht bestätigen, wer {{company}} ist, und hat dieses Unternehmen abgelehnt. Die Partnerschaft ist beendet, und was Sie übergeben hatten, ist wieder bei Ihnen.\n\nIhre Partner finden Sie hier:\n{{link}}\n\nMöchten Sie trotzdem mit dem Unternehmen arbeiten, laden Sie es unter einer Adresse neu ein, die Sie gut kennen.",
    },
  },
  ALERT_NOTICES: {
    en: {
      subject: "Alerts that need you: {{count}}",
      content:
        "Hello {{firstName}},\n\nthese alerts are overdue, or nobody has them any more:\n\n{{alerts}}\n\n{{link}}",
    },
    fr: {
      subject: "Alertes qui vous attendent : {{count}}",
      content:
        "Bonjour {{firstName}},\n\nces alertes sont en retard, ou plus personne ne s'en occupe :\n\n{{alerts}}\n\n{{link}}",
    },
    de: {
      subject: "Alarme, die Sie brauchen: {{count}}",
      content:
        "Guten Tag {{firstName}},\n\ndiese Alarme sind überfällig, oder niemand bearbeitet sie mehr:\n\n{{alerts}}\n\n{{link}}",
    },
  },
  VIEW_REPORT: {
    en: {
      subject: "{{view}}: {{total}}",
      content:
        "Hello {{firstName}},\n\n{{view}}: {{total}}, {{change}}.\n\n{{link}}\n\nThis mail comes on Mondays, until you turn it off under Views above the list.",
    },
    fr: {
      subject: "{{view}} : {{total}}",
      content:
        "Bonjour {{firstName}},\n\n{{view}} : {{total}}, {{change}}.\n\n{{link}}\n\nCet e-mail arrive le lundi, jusqu'à ce que vous le désactiviez sous Vues, au-dessus de la liste.",
    },
    de: {
      subject: "{{view}}: {{total}}",
      content:
        "Guten Tag {{firstName}},\n\n{{view}}: {{total}}, {{change}}.\n\n{{link}}\n\nDiese E-Mail kommt montags, bis Sie sie unter Ansichten über der Liste abschalten.",
    },
  },
};
