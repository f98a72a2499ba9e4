import type { LanguageCode } from "./base";

/** English, French, German; German has gaps, which the translation desk finds. */
export type Words = [en: string, fr: string, de?: string];

export const byLanguage = ([en, fr, de]: Words): [LanguageCode, string][] => [
  ["en", en],
  ["fr", fr],
  ...(de ? [["de", de] as [LanguageCode, string]] : []),
];

export const faqStories: { name: string; topic: string; questions: [question: Words, answer: Words][] }[] = [
  {
    name: "Battery and charging",
    topic: "Riding",
    questions: [
      [
        [
          "How long does the battery last?",
          "Combien de temps la batterie tient-elle ?",
          "Wie lange hält die Batterie?",
        ],
        [
          "<p>About <strong>40 hours</strong> of riding. The app warns you at 20 %.</p>",
          "<p>Environ <strong>40 heures</strong> de route. L'application vous avertit à 20 %.</p>",
          "<p>Etwa <strong>40 Stunden</strong> Fahrt. Die App warnt Sie bei 20 %.</p>",
        ],
      ],
      [
        ["How do I charge the device?", "Comment charger l'appareil ?"],
        [
          "<ol><li>Open the cover.</li><li>Plug in the cable.</li><li>Wait for the green light.</li></ol>",
          "<ol><li>Ouvrez le cache.</li><li>Branchez le câble.</li><li>Attendez le voyant vert.</li></ol>",
        ],
      ],
    ],
  },
  {
    name: "Alarms",
    topic: "Safety",
    questions: [
      [
        ["What happens when I fall?", "Que se passe-t-il si je tombe ?", "Was geschieht, wenn ich stürze?"],
        [
          "<p>The device waits 30 seconds for you to cancel, then it calls for help.</p>",
          "<p>L'appareil vous laisse 30 secondes pour annuler, puis il appelle à l'aide.</p>",
          "<p>Das Gerät lässt Ihnen 30 Sekunden zum Abbrechen, dann ruft es Hilfe.</p>",
        ],
      ],
    ],
  },
];

export const buttonStories: {
  topic: string;
  group: "Documentation" | "Contact Partner";
  link: string;
  label: Words;
}[] = [
  {
    topic: "Manual",
    group: "Documentation",
    link: "https://persdesk.demo/manual",
    label: ["Read the manual", "Lire le manuel", "Handbuch lesen"],
  },
  {
    topic: "Call the partner",
    group: "Contact Partner",
    link: "tel:+33123456789",
    label: ["Call your partner", "Appeler votre partenaire"],
  },
  {
    topic: "Write to us",
    group: "Contact Partner",
    link: "mailto:help@persdesk.demo",
    label: ["Write to us", "Nous écrire", "Schreiben Sie uns"],
  },
];

export const questionStories: { name: string; title: Words; content: Words }[] = [
  {
    name: "No connection",
    title: [
      "Why does my device not connect?",
      "Pourquoi mon appareil ne se connecte-t-il pas ?",
      "Warum verbindet sich mein Gerät nicht?",
    ],
    content: [
      "<p>Switch Bluetooth off and on again, and bring the phone closer.</p>",
      "<p>Désactivez puis réactivez le Bluetooth et approchez le téléphone.</p>",
      "<p>Schalten Sie Bluetooth aus und wieder ein, und bringen Sie das Telefon näher.</p>",
    ],
  },
  {
    name: "New phone",
    title: ["I have a new phone", "J'ai un nouveau téléphone"],
    content: ["<p>Sign in with the same e-mail address.</p>", "<p>Connectez-vous avec la même adresse e-mail.</p>"],
  },
];

export const policyStories: { title: Words; content: Words; isPublished: boolean }[] = [
  {
    title: ["Privacy policy", "Politique de confidentialité", "Datenschutzerklärung"],
    content: [
      "<p>We store what the device sends so that help finds you.</p>",
      "<p>Nous conservons ce que l'appareil envoie afin que l'aide vous trouve.</p>",
      "<p>Wir speichern, was das Gerät sendet, damit Hilfe Sie findet.</p>",
    ],
    isPublished: true,
  },
  {
    title: ["Privacy policy", "Politique de confidentialité", "Datenschutzerklärung"],
    content: [
      "<p>We store what the device sends so that help finds you. Positions are deleted after 30 days.</p>",
      "<p>Nous conservons ce que l'appareil envoie afin que l'aide vous trouve.</p>",
      "<p>Wir speichern, was das Gerät sendet, damit Hilfe Sie findet.</p>",
    ],
    isPublished: false,
  },
];

export const appStories: { os: "Android" | "iOS"; version: string; isMandatory: boolean; note: Words }[] = [
  { os: "iOS", version: "3.0.0", isMandatory: false, note: ["The new map.", "La nouvelle carte.", "Die neue Karte."] },
  { os: "iOS", version: "3.1.0", isMandatory: true, note: ["A safer sign-in.", "Une connexion plus sûre."] },
  { os: "iOS", version: "3.2.0", isMandatory: false, note: ["Alarms are louder.", "Les alarmes sont plus fortes."] },
  { os: "Android", version: "3.1.0", isMandatory: true, note: ["A safer sign-in.", "Une connexion plus sûre."] },
];

export const featureStories: {
  title: string;
  keyword: string;
  active: boolean;
  description: string;
  /** the version of the riders' app from which on it is there */
  atLeast?: string;
}[] = [
  {
    title: "Theft alarm",
    keyword: "theft.alarm",
    active: true,
    description: "Calls the rider when the vehicle is moved while it is locked.",
  },
  { title: "Shared rides", keyword: "ride.share", active: false, description: "Riders show their rides to friends." },
  {
    title: "Fall detection",
    keyword: "fall.detection",
    active: true,
    description: "Asks the rider after a fall whether all is well.",
  },
  {
    title: "Updates over the air",
    keyword: "update.air",
    active: true,
    description: "Installs firmware without a visit to the workshop.",
    atLeast: "3.1.0",
  },
];

export const messageStories: { name: string; value: Words }[] = [
  {
    name: "ride.finished",
    value: [
      "You rode {distance} in {time}.",
      "Vous avez parcouru {distance} en {time}.",
      "Sie sind {distance} in {time} gefahren.",
    ],
  },
  { name: "battery.low", value: ["The battery of {device} is at {level}.", "La batterie de {device} est à {level}."] },
  {
    name: "battery.charged",
    value: ["The battery is full.", "La batterie est pleine.", "Der Akku ist voll."],
  },
  {
    name: "zone.left",
    value: ["{vehicle} has left its zone.", "{vehicle} a quitté sa zone.", "{vehicle} hat den Bereich verlassen."],
  },
  {
    name: "zone.entered",
    value: ["{vehicle} is back in its zone.", "{vehicle} est de retour dans sa zone."],
  },
  {
    name: "fall.detected",
    value: [
      "{vehicle} seems to have fallen. Are you well?",
      "{vehicle} semble être tombé. Tout va bien ?",
      "{vehicle} ist offenbar gestürzt. Geht es Ihnen gut?",
    ],
  },
  {
    name: "lock.closed",
    value: ["{vehicle} is locked.", "{vehicle} est verrouillé.", "{vehicle} ist abgeschlossen."],
  },
  {
    name: "update.ready",
    value: [
      "Version {version} is ready. It takes {minutes} minutes.",
      "La version {version} est prête. Il faut {minutes} minutes.",
      "Version {version} ist bereit. Sie braucht {minutes} Minuten.",
    ],
  },
  { name: "update.failed", value: ["The update failed. It is tried again tonight.", "La mise à jour a échoué."] },
  {
    name: "device.silent",
    value: ["Nothing has been heard of {device} since {time}.", "Aucune nouvelle de {device} depuis {time}."],
  },
];

export const formattedStories: { name: string; value: Words }[] = [
  {
    name: "welcome.text",
    value: [
      "<h2>Welcome</h2><p>Fit the device, then <strong>press the button once</strong>.</p>",
      "<h2>Bienvenue</h2><p>Montez l'appareil, puis <strong>appuyez une fois sur le bouton</strong>.</p>",
      "<h2>Willkommen</h2><p>Montieren Sie das Gerät und <strong>drücken Sie die Taste einmal</strong>.</p>",
    ],
  },
  {
    name: "theft.text",
    value: [
      "<h2>Your vehicle was stolen</h2><ol><li>Report it to the police.</li><li>Share its place with them.</li></ol>",
      "<h2>Votre véhicule a été volé</h2><ol><li>Portez plainte.</li><li>Partagez sa position.</li></ol>",
      "<h2>Ihr Fahrzeug wurde gestohlen</h2><ol><li>Zeigen Sie es an.</li><li>Teilen Sie den Standort.</li></ol>",
    ],
  },
  {
    name: "charging.text",
    value: [
      "<h2>Charging</h2><p>Charge between <strong>10 and 30 °C</strong>, and never unattended.</p>",
      "<h2>Recharge</h2><p>Rechargez entre <strong>10 et 30 °C</strong>, jamais sans surveillance.</p>",
    ],
  },
  {
    name: "winter.text",
    value: [
      "<h2>Winter</h2><p>Store the battery indoors, half full.</p>",
      "<h2>Hiver</h2><p>Rangez la batterie à l'intérieur, à moitié chargée.</p>",
    ],
  },
];

export const documentStories: { name: string; url: string; title: Words }[] = [
  {
    name: "PERS Core 2",
    url: "https://persdesk.demo/core-2.pdf",
    title: ["Manual of the Core 2", "Manuel du Core 2", "Handbuch des Core 2"],
  },
];
