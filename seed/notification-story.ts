import type { LanguageCode } from "./base";

/** A template of the demo: where it leads, and its words in each language. */
export interface TemplateStory {
  key: string;
  label: string;
  isPublic: boolean;
  isUrgent?: boolean;
  page: { key: string; label: string; tokens: string; link: string };
  words: Record<LanguageCode, [title: string, content: string]>;
}

export const templateStories: TemplateStory[] = [
  {
    key: "battery-low",
    label: "Battery is low",
    isPublic: true,
    page: {
      key: "pers-battery",
      label: "Battery",
      tokens: "level",
      link: "persdesk://battery?level={{level}}",
    },
    words: {
      en: [
        "{{level}} % left",
        "Hello {{recipient.firstName}}, your battery is at {{level}} %. Charge it before your next ride.",
      ],
      fr: [
        "Il reste {{level}} %",
        "Bonjour {{recipient.firstName}}, votre batterie est à {{level}} %. Rechargez-la avant de partir.",
      ],
      de: [
        "Noch {{level}} %",
        "Hallo {{recipient.firstName}}, Ihr Akku steht bei {{level}} %. Laden Sie ihn vor der nächsten Fahrt.",
      ],
    },
  },
  {
    key: "theft-alarm",
    label: "Theft alarm",
    isPublic: true,
    isUrgent: true,
    page: { key: "pers-map", label: "Map", tokens: "", link: "persdesk://map" },
    words: {
      en: [
        "Your vehicle is being moved",
        "{{recipient.firstName}}, your vehicle is moving although it is locked. See where it is.",
      ],
      fr: [
        "Votre véhicule est déplacé",
        "{{recipient.firstName}}, votre véhicule bouge alors qu'il est verrouillé. Voyez où il est.",
      ],
      de: [
        "Ihr Fahrzeug wird bewegt",
        "{{recipient.firstName}}, Ihr Fahrzeug bewegt sich, obwohl es abgeschlossen ist. Sehen Sie nach.",
      ],
    },
  },
  {
    key: "service-due",
    label: "Service is due",
    isPublic: false,
    page: {
      key: "pers-service",
      label: "Service",
      tokens: "place",
      link: "https://persdesk.example/service",
    },
    words: {
      en: [
        "Time for a service",
        "Hello {{recipient.firstName}}, {{place}} has time for {{recipient.vehicle}} next week.",
      ],
      fr: [
        "Révision à prévoir",
        "Bonjour {{recipient.firstName}}, {{place}} peut recevoir {{recipient.vehicle}} la semaine prochaine.",
      ],
      de: [
        "Zeit für die Wartung",
        "Hallo {{recipient.firstName}}, {{place}} hat nächste Woche Zeit für {{recipient.vehicle}}.",
      ],
    },
  },
];
