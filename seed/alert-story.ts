import type { AlertRule } from "@/db/schema/alerts";
import type { LanguageCode } from "./base";

type Texts<T> = Record<LanguageCode, T>;
type Text = [title: string, description: string];

/** most severe first; with the minutes until one should be acknowledged, and closed */
export const levelStories = [
  { key: "critical", minutes: [15, 240], color: "#c92a2a", texts: { en: "Critical", fr: "Critique", de: "Kritisch" } },
  {
    key: "warning",
    minutes: [120, 1440],
    color: "#e67700",
    texts: { en: "Warning", fr: "Avertissement", de: "Warnung" },
  },
  {
    key: "information",
    minutes: null,
    color: "#1971c2",
    texts: { en: "Information", fr: "Information", de: "Information" },
  },
] as const satisfies {
  key: string;
  minutes: [number, number] | null;
  color: string;
  texts: Texts<string>;
}[];

export interface AlertStory {
  code: string;
  level: (typeof levelStories)[number]["key"];
  topic: string;
  group: string;
  rule: AlertRule;
  texts: Texts<Text>;
}

export const alertStories: AlertStory[] = [
  {
    code: "BATTERY_LOW",
    level: "warning",
    topic: "Battery",
    group: "Energy",
    rule: { type: "telemetry", field: "batteryLevel", operator: "<", value: 15, endValue: 25 },
    texts: {
      en: ["Low battery", "Less than 15 % is left. Charge the bike."],
      fr: ["Batterie faible", "Il reste moins de 15 %. Rechargez le vélo."],
      de: ["Akku schwach", "Weniger als 15 % übrig. Bitte das Rad laden."],
    },
  },
  {
    code: "FALL_DETECTED",
    level: "critical",
    topic: "Rider",
    group: "Safety",
    rule: { type: "event", field: "fall", operator: "=", value: true },
    texts: {
      en: ["Fall detected", "The bike fell while it was ridden. Call the rider."],
      fr: ["Chute détectée", "Le vélo est tombé pendant un trajet. Appelez le cycliste."],
      de: ["Sturz erkannt", "Das Rad ist während der Fahrt gestürzt. Den Fahrer anrufen."],
    },
  },
  {
    code: "GEOFENCE_LEFT",
    level: "warning",
    topic: "Zone",
    group: "Security",
    rule: { type: "event", field: "insideZone", operator: "=", value: false },
    texts: {
      en: ["Zone left", "The bike is outside the zone it belongs to."],
      fr: ["Sortie de zone", "Le vélo se trouve hors de sa zone."],
      de: ["Zone verlassen", "Das Rad ist außerhalb seiner Zone."],
    },
  },
  {
    code: "TAMPER",
    level: "critical",
    topic: "Theft",
    group: "Security",
    rule: { type: "event", field: "tamper", operator: "=", value: true },
    texts: {
      en: ["Tampering", "Someone opened the housing or cut the cable."],
      fr: ["Sabotage", "Le boîtier a été ouvert ou le câble coupé."],
      de: ["Manipulation", "Das Gehäuse wurde geöffnet oder das Kabel getrennt."],
    },
  },
  {
    code: "SIGNAL_WEAK",
    level: "information",
    topic: "Network",
    group: "Connectivity",
    rule: { type: "telemetry", field: "signal", operator: "<", value: -110, endValue: -100 },
    texts: {
      en: ["Weak signal", "The network is hardly heard; messages may come late."],
      fr: ["Signal faible", "Le réseau est à peine reçu ; les messages peuvent arriver en retard."],
      de: ["Schwaches Signal", "Kaum Netz; Meldungen können später ankommen."],
    },
  },
  {
    code: "FIRMWARE_FAILED",
    level: "warning",
    topic: "Firmware",
    group: "Maintenance",
    rule: { type: "event", field: "updateStatus", operator: "=", value: "failed" },
    texts: {
      en: ["Firmware update failed", "The device stays on its version and tries again."],
      fr: ["Échec de la mise à jour", "L'appareil garde sa version et réessaiera."],
      de: ["Update fehlgeschlagen", "Das Gerät bleibt bei seiner Version und versucht es erneut."],
    },
  },
  {
    code: "NO_POSITION",
    level: "information",
    topic: "Position",
    group: "Connectivity",
    rule: { type: "position", field: "positionFix", operator: "=", value: false },
    texts: {
      en: ["No position", "No satellites in view, such as in a garage."],
      fr: ["Pas de position", "Aucun satellite visible, par exemple dans un garage."],
      de: ["Keine Position", "Keine Satelliten in Sicht, etwa in einer Garage."],
    },
  },
  {
    code: "OVERHEATING",
    level: "critical",
    topic: "Temperature",
    group: "Safety",
    rule: { type: "telemetry", field: "temperature", operator: ">", value: 60, endValue: 50 },
    texts: {
      en: ["Overheating", "The battery is above 60 °C. Stop charging and move the bike outside."],
      fr: ["Surchauffe", "La batterie dépasse 60 °C. Arrêtez la charge et sortez le vélo."],
      de: ["Überhitzung", "Der Akku ist über 60 °C. Laden beenden und das Rad ins Freie stellen."],
    },
  },
];

/** brand, days ago, shown to riders, texts */
export const vehicleBrandMessageStories: [string, number, boolean, Partial<Texts<Text>>][] = [
  [
    "Velora",
    40,
    true,
    {
      en: ["Ready for winter", "Keep the battery above 30 % and store it indoors below 0 °C."],
      fr: ["Prêt pour l'hiver", "Gardez la batterie au-dessus de 30 % et rentrez-la en dessous de 0 °C."],
      de: ["Bereit für den Winter", "Den Akku über 30 % halten und unter 0 °C drinnen lagern."],
    },
  ],
  [
    "Velora",
    24,
    true,
    {
      en: ["Version 2.3.1 is here", "The battery level is right again after a charge in the cold."],
      fr: ["La version 2.3.1 est là", "Le niveau de batterie est de nouveau juste après une charge au froid."],
    },
  ],
  [
    "Marais",
    18,
    true,
    {
      en: ["Quiet siren", "The siren now stops as soon as you unlock your bike."],
      fr: ["Sirène discrète", "La sirène s'arrête dès que vous déverrouillez votre vélo."],
    },
  ],
  ["Nordrad", 61, true, { de: ["Inspektion fällig", "Nach 2.000 km ist die Durchsicht bei Ihrem Händler kostenlos."] }],
  [
    "Nordrad",
    200,
    false,
    {
      en: ["Summer tour", "Ride with us from Hamburg to Lübeck."],
      de: ["Sommertour", "Fahren Sie mit uns von Hamburg nach Lübeck."],
    },
  ],
  ["Kestrel", 33, true, { en: ["Fall detection", "Trail 1.2.1 measures distances on steep climbs correctly."] }],
  [
    "Alpenvelo",
    12,
    true,
    {
      en: ["Frost ahead", "Your module works down to -25 °C, your display only down to -10 °C."],
      de: ["Frost kommt", "Das Modul arbeitet bis -25 °C, das Display nur bis -10 °C."],
    },
  ],
];
