import type { TemplateStory } from "./notification-story";

type Row = [key: string, label: string, en: string, fr: string, de: string];

// What riders were told over the year, one line each: "title: content" in three languages, without tokens.
const rows: Row[] = [
  [
    "winter-care",
    "Care in winter",
    "Ready for winter: Keep the battery indoors when it freezes.",
    "Prêt pour l'hiver: Gardez la batterie à l'intérieur quand il gèle.",
    "Bereit für den Winter: Lagern Sie den Akku bei Frost drinnen.",
  ],
  [
    "firmware-ready",
    "Firmware is ready",
    "An update is ready: It is installed the next time you charge.",
    "Une mise à jour est prête: Elle sera installée à la prochaine recharge.",
    "Ein Update ist bereit: Es wird beim nächsten Laden installiert.",
  ],
  [
    "firmware-installed",
    "Firmware was installed",
    "Your device is up to date: The lock now answers faster.",
    "Votre appareil est à jour: Le verrou répond plus vite.",
    "Ihr Gerät ist aktuell: Das Schloss antwortet jetzt schneller.",
  ],
  [
    "device-silent",
    "Device is silent",
    "Nothing heard for a week: Bring your vehicle outside and charge it.",
    "Aucune nouvelle depuis une semaine: Sortez votre véhicule et rechargez-le.",
    "Seit einer Woche still: Bringen Sie Ihr Fahrzeug ins Freie und laden Sie es.",
  ],
  [
    "fall-check",
    "After a fall",
    "Are you well: We noticed a fall. Tell us if you need help.",
    "Tout va bien: Nous avons remarqué une chute. Dites-nous s'il vous faut de l'aide.",
    "Geht es Ihnen gut: Wir haben einen Sturz bemerkt. Sagen Sie, ob Sie Hilfe brauchen.",
  ],
  [
    "zone-left",
    "Zone left",
    "Outside of its zone: Your vehicle has left its zone.",
    "Hors de sa zone: Votre véhicule a quitté sa zone.",
    "Außerhalb der Zone: Ihr Fahrzeug hat seine Zone verlassen.",
  ],
  [
    "app-version",
    "New version of the app",
    "Version 3.2 is here: Alarms are louder.",
    "La version 3.2 est là: Les alarmes sont plus fortes.",
    "Version 3.2 ist da: Alarme sind lauter.",
  ],
  [
    "tyre-pressure",
    "Tyre pressure",
    "Check your tyres: Warm days change their pressure.",
    "Vérifiez vos pneus: Les jours chauds changent leur pression.",
    "Prüfen Sie die Reifen: Warme Tage ändern ihren Druck.",
  ],
  [
    "heat-warning",
    "Heat",
    "Hot days: Do not leave the battery in the sun.",
    "Jours de chaleur: Ne laissez pas la batterie au soleil.",
    "Heiße Tage: Lassen Sie den Akku nicht in der Sonne.",
  ],
  [
    "recall-charger",
    "Recall of a charger",
    "Please swap your charger: It may get too hot. Your dealer has a new one.",
    "Échangez votre chargeur: Il peut chauffer. Votre revendeur en a un nouveau.",
    "Bitte tauschen Sie das Ladegerät: Es kann heiß werden. Ihr Händler hat ein neues.",
  ],
  [
    "theft-wave",
    "Thefts in the city",
    "Lock it twice: More vehicles than usual were stolen this month.",
    "Attachez-le deux fois: Plus de vols que d'habitude ce mois-ci.",
    "Doppelt abschließen: Diesen Monat wird mehr gestohlen als sonst.",
  ],
  [
    "spring-check",
    "Check in spring",
    "Time for a check: Brakes, lights and battery in twenty minutes.",
    "C'est le moment du contrôle: Freins, lumières et batterie en vingt minutes.",
    "Zeit für den Frühjahrscheck: Bremsen, Licht und Akku in zwanzig Minuten.",
  ],
  [
    "privacy-news",
    "New privacy policy",
    "What we keep: Our privacy policy has changed. Positions go after 30 days.",
    "Ce que nous gardons: Notre politique a changé. Les positions partent après 30 jours.",
    "Was wir speichern: Die Datenschutzerklärung ist neu. Positionen gehen nach 30 Tagen.",
  ],
  [
    "maintenance-night",
    "Maintenance at night",
    "A short pause: On Sunday from 2 to 3 the app may not answer.",
    "Une courte pause: Dimanche de 2 h à 3 h, l'application peut ne pas répondre.",
    "Kurze Pause: Am Sonntag von 2 bis 3 Uhr antwortet die App vielleicht nicht.",
  ],
  [
    "survey",
    "Survey",
    "How do you ride: Five questions, two minutes.",
    "Comment roulez-vous: Cinq questions, deux minutes.",
    "Wie fahren Sie: Fünf Fragen, zwei Minuten.",
  ],
  [
    "warranty-ends",
    "Warranty ends",
    "Two years are over: Have it checked before the warranty ends.",
    "Deux ans déjà: Faites-le vérifier avant la fin de la garantie.",
    "Zwei Jahre sind um: Lassen Sie es prüfen, bevor die Garantie endet.",
  ],
  [
    "welcome",
    "Welcome",
    "Good to have you: Your device is linked to your vehicle.",
    "Bienvenue: Votre appareil est lié à votre véhicule.",
    "Willkommen: Ihr Gerät ist mit Ihrem Fahrzeug verbunden.",
  ],
];

const parts = (line: string): [title: string, content: string] => {
  const [title = "", ...content] = line.split(": ");
  return [title, content.join(": ")];
};

export const yearStories: TemplateStory[] = rows.map(([key, label, en, fr, de]) => ({
  key,
  label,
  isPublic: true,
  page: { key: `news-${key}`, label, tokens: "", link: `https://persdesk.example/news/${key}` },
  words: { en: parts(en), fr: parts(fr), de: parts(de) },
}));
