import type { CategoryCode, CountryCode, LanguageCode } from "./base";

// Persdesk's demo: a maker of connected modules ("PERS") for e-bikes, the makers who fit them, and the people who sell,
// repair and ride the bikes.

export interface CompanyStory {
  key: string;
  name: string;
  category: CategoryCode;
  country: CountryCode;
  language: LanguageCode;
  registerNumber: string;
  address: string;
  phone: string;
  people: number;
}

const company = (
  key: string,
  name: string,
  category: CategoryCode,
  country: CountryCode,
  language: LanguageCode,
  registerNumber: string,
  address: string,
  phone: string,
  people: number,
): CompanyStory => ({ key, name, category, country, language, registerNumber, address, phone, people });

export const companyStories: CompanyStory[] = [
  company(
    "velora",
    "Velora",
    "MANUFACTURER",
    "FR",
    "fr",
    "FR 812 345 678",
    "14 quai de la Fosse, 44000 Nantes",
    "+33 2 40 55 01 20",
    5,
  ),
  company(
    "nordrad",
    "Nordrad",
    "MANUFACTURER",
    "DE",
    "de",
    "HRB 148 221",
    "Großer Grasbrook 9, 20457 Hamburg",
    "+49 40 555 0172",
    4,
  ),
  company(
    "kestrel",
    "Kestrel Cycles",
    "MANUFACTURER",
    "GB",
    "en",
    "GB 09 412 077",
    "Unit 6, Paintworks, Bristol BS4 3EH",
    "+44 117 555 0139",
    3,
  ),
  company(
    "alpenvelo",
    "Alpenvelo",
    "MANUFACTURER",
    "AT",
    "de",
    "FN 402 118 k",
    "Innrain 52, 6020 Innsbruck",
    "+43 512 555 084",
    3,
  ),
  company(
    "rivage",
    "Rivage Cycles",
    "DEALER",
    "FR",
    "fr",
    "FR 790 118 402",
    "3 quai Valin, 17000 La Rochelle",
    "+33 5 46 55 30 11",
    2,
  ),
  company(
    "deux-rives",
    "Vélos des Deux Rives",
    "DEALER",
    "FR",
    "fr",
    "FR 833 907 215",
    "21 rue de la Krutenau, 67000 Strasbourg",
    "+33 3 88 55 14 90",
    2,
  ),
  company(
    "lindner",
    "Radhaus Lindner",
    "DEALER",
    "DE",
    "de",
    "HRB 90 377",
    "Oranienstraße 183, 10999 Berlin",
    "+49 30 555 0196",
    2,
  ),
  company(
    "tandem",
    "Tandem & Co",
    "DEALER",
    "GB",
    "en",
    "GB 07 556 310",
    "88 Leith Walk, Edinburgh EH6 5HB",
    "+44 131 555 0144",
    2,
  ),
  company(
    "atelier",
    "Atelier du Moyeu",
    "SUBCONTRACTOR",
    "FR",
    "fr",
    "FR 852 664 091",
    "7 rue Ampère, 38000 Grenoble",
    "+33 4 76 55 08 43",
    3,
  ),
  company(
    "brandt",
    "Werkstatt Brandt",
    "SUBCONTRACTOR",
    "DE",
    "de",
    "HRB 33 840",
    "Karl-Heine-Straße 61, 04229 Leipzig",
    "+49 341 555 0121",
    2,
  ),
  company(
    "citelo",
    "Citélo",
    "FLEET",
    "FR",
    "fr",
    "FR 880 230 557",
    "40 quai de Bacalan, 33300 Bordeaux",
    "+33 5 56 55 77 02",
    2,
  ),
  company(
    "hansekurier",
    "Hansekurier",
    "FLEET",
    "DE",
    "de",
    "HRB 151 906",
    "Am Wall 118, 28195 Bremen",
    "+49 421 555 0163",
    2,
  ),
];

/** company, its dealer or subcontractor, which of the two */
export const companyLinkStories = [
  ["velora", "rivage", "dealer"],
  ["velora", "deux-rives", "dealer"],
  ["velora", "atelier", "subcontractor"],
  ["nordrad", "lindner", "dealer"],
  ["nordrad", "brandt", "subcontractor"],
  ["kestrel", "tandem", "dealer"],
  ["alpenvelo", "lindner", "dealer"],
  ["alpenvelo", "brandt", "subcontractor"],
] as const;

export const subcontractorsOf: Record<string, string[]> = {
  velora: ["atelier"],
  nordrad: ["brandt"],
  kestrel: ["atelier", "brandt"],
  alpenvelo: ["brandt", "atelier"],
};

export type FirmwareLine = "core" | "mini" | "cargo" | "trail";

/** label, serial prefix, firmware line, first and last day of production (days ago), description */
export const modelStories = [
  ["Core 1", "PC1", "core", 1150, 520, "First generation: GPS, motion alarm and 2G radio in the down tube."],
  ["Core 2", "PC2", "core", 640, 0, "The standard module: GPS, LTE-M radio, CAN link to the motor and display."],
  ["Core 2 LTE", "PCL", "core", 410, 0, "Core 2 with a second antenna for rural networks."],
  ["Mini", "PM1", "mini", 900, 150, "Bluetooth and motion alarm for folding bikes; no GPS of its own."],
  ["Mini S", "PMS", "mini", 260, 0, "Mini with GPS and a battery that lasts 90 days."],
  ["Cargo", "PG1", "cargo", 980, 210, "For cargo bikes: load sensor, two batteries, theft siren."],
  ["Cargo Pro", "PG2", "cargo", 300, 0, "Cargo with tyre pressure and a lockable box."],
  ["Trail", "PT1", "trail", 560, 0, "Sealed against mud and frost, fall detection, for mountain bikes."],
] as const satisfies readonly (readonly [string, string, FirmwareLine, number, number, string])[];

export type VehicleType = "city" | "trekking" | "mountain" | "cargo" | "folding";

/** brand, its maker, serial prefix, how often, models (name, type, year) */
export const brandStories: [string, string, string, number, [string, VehicleType, number][]][] = [
  [
    "Velora",
    "velora",
    "VEL",
    30,
    [
      ["Brume", "city", 2023],
      ["Brume 2", "city", 2025],
      ["Estran", "trekking", 2024],
      ["Calanque", "trekking", 2025],
    ],
  ],
  [
    "Marais",
    "velora",
    "MAR",
    12,
    [
      ["Marais Cargo", "cargo", 2023],
      ["Marais Cargo XL", "cargo", 2025],
      ["Marais Pli", "folding", 2024],
    ],
  ],
  [
    "Nordrad",
    "nordrad",
    "NRD",
    24,
    [
      ["Fjell", "trekking", 2023],
      ["Fjell GT", "trekking", 2025],
      ["Alster", "city", 2024],
      ["Speicher", "cargo", 2024],
    ],
  ],
  [
    "Kiek",
    "nordrad",
    "KIE",
    8,
    [
      ["Kiek 16", "folding", 2023],
      ["Kiek 20", "folding", 2025],
    ],
  ],
  [
    "Kestrel",
    "kestrel",
    "KES",
    14,
    [
      ["Harbour", "city", 2024],
      ["Moor", "mountain", 2023],
      ["Moor Pro", "mountain", 2025],
    ],
  ],
  [
    "Alpenvelo",
    "alpenvelo",
    "ALP",
    12,
    [
      ["Firn", "mountain", 2023],
      ["Firn Carbon", "mountain", 2025],
      ["Inntal", "trekking", 2024],
    ],
  ],
  [
    "Karwendel",
    "alpenvelo",
    "KAR",
    5,
    [
      ["Lastenesel", "cargo", 2024],
      ["Hütte", "mountain", 2024],
    ],
  ],
];

/** What fits which vehicle: PERS model labels, older ones first. */
export const modelsForType: Record<VehicleType, string[]> = {
  city: ["Core 1", "Core 2", "Core 2", "Core 2 LTE"],
  trekking: ["Core 1", "Core 2", "Core 2 LTE"],
  mountain: ["Core 1", "Trail"],
  cargo: ["Cargo", "Cargo Pro"],
  folding: ["Mini", "Mini S"],
};

export const firmwareCategoryStories = [
  ["Core", "core", "Core 1, Core 2 and Core 2 LTE"],
  ["Mini", "mini", "Mini and Mini S"],
  ["Cargo", "cargo", "Cargo and Cargo Pro"],
  ["Trail", "trail", "Trail"],
  ["Prototypes", null, "Builds for the test fleet; nothing is released here yet"],
] as const;

/** line, type (1 main, 2 bootloader, 3 radio), version, released (days ago), active, release note */
export const firmwareStories: [FirmwareLine, 1 | 2 | 3, string, number, boolean, string][] = [
  ["core", 1, "1.0.0", 1150, false, "First release."],
  ["core", 1, "1.1.0", 960, false, "Motion alarm can be silenced from the app."],
  ["core", 1, "1.2.0", 800, false, "Positions are kept for 48 hours without a network."],
  ["core", 1, "1.4.0", 610, true, "Last version that fits Core 1 in every country."],
  ["core", 1, "2.0.0", 430, true, "New power management: a third less standby current."],
  ["core", 1, "2.1.0", 290, true, "Speed and battery level over CAN for more displays."],
  ["core", 1, "2.2.0", 170, true, "Faster first fix after a cold night."],
  ["core", 1, "2.3.0", 75, true, "Theft mode sends a position each minute."],
  ["core", 1, "2.3.1", 24, true, "Corrects the battery level shown after a charge below 0 °C."],
  ["core", 1, "3.0.0-rc.1", 6, false, "For the test fleet only."],
  ["core", 2, "1.0.0", 1150, true, "First release."],
  ["core", 2, "1.1.0", 430, true, "Accepts signed images only."],
  ["core", 3, "4.2.0", 640, true, "LTE-M and 2G."],
  ["core", 3, "4.3.1", 210, true, "Better roaming near borders."],
  ["mini", 1, "1.0.0", 900, false, "First release."],
  ["mini", 1, "1.1.0", 620, true, "Pairs with two phones."],
  ["mini", 1, "1.2.0", 340, true, "Alarm volume in three steps."],
  ["mini", 1, "2.0.0", 130, true, "GPS for Mini S."],
  ["mini", 1, "2.0.2", 40, true, "Fewer false alarms on trains."],
  ["mini", 2, "1.0.0", 900, true, "First release."],
  ["cargo", 1, "1.0.0", 980, false, "First release."],
  ["cargo", 1, "1.3.0", 560, true, "Load sensor calibrates itself."],
  ["cargo", 1, "2.0.0", 240, true, "Two batteries are drawn evenly."],
  ["cargo", 1, "2.1.0", 90, true, "Box lock and tyre pressure for Cargo Pro."],
  ["cargo", 1, "2.1.1", 18, true, "The siren stops when the bike is unlocked."],
  ["cargo", 2, "1.0.0", 980, true, "First release."],
  ["trail", 1, "1.0.0", 560, true, "First release."],
  ["trail", 1, "1.1.0", 310, true, "Fall detection learns the rider's style."],
  ["trail", 1, "1.2.0", 110, true, "Works down to -25 °C."],
  ["trail", 1, "1.2.1", 33, true, "Corrects distances on steep climbs."],
  ["trail", 2, "1.0.0", 560, true, "First release."],
];

export const kitParts = {
  handlebar: {
    city: ["Flat 680", "Swept 700"],
    trekking: ["Flat 680", "Butterfly 620"],
    mountain: ["Riser 780", "Riser 800"],
    cargo: ["Swept 700", "Swept 740"],
    folding: ["Flat 560", "Flat 600"],
  },
  mount: ["Down tube clamp", "Seat tube clamp", "Bottle cage plate", "In-frame cradle"],
  display: ["Purion 2", "D7 mono", "D9 colour", "Smartphone cradle"],
  battery: {
    city: ["400 Wh", "500 Wh"],
    trekking: ["500 Wh", "625 Wh"],
    mountain: ["625 Wh", "750 Wh"],
    cargo: ["2 × 500 Wh", "725 Wh"],
    folding: ["300 Wh", "360 Wh"],
  },
  wheel: { city: [26, 28], trekking: [28], mountain: [27.5, 29], cargo: [20, 24], folding: [16, 20] },
  sensors: {
    city: ["motion", "gps", "light"],
    trekking: ["motion", "gps", "cadence"],
    mountain: ["motion", "gps", "fall", "altitude"],
    cargo: ["motion", "gps", "load"],
    folding: ["motion"],
  },
  extraSensors: ["tyre-pressure", "temperature", "cadence", "light"],
} as const satisfies Record<string, readonly string[] | Record<VehicleType, readonly (string | number)[]>>;

/** The fixed logins: e-mail, first name, last name, system role or company. */
export const staffLogins = [
  ["admin@persdesk.demo", "Ada", "Moreau", "ADMIN"],
  ["support@persdesk.demo", "Samir", "Haddad", "SUPPORT"],
  ["content@persdesk.demo", "Claire", "Vogel", "CONTENT"],
] as const;
export const companyLogins = [
  ["admin@velora.demo", "Margaux", "Le Goff", "velora", true],
  ["member@velora.demo", "Théo", "Garnier", "velora", false],
  ["admin@nordrad.demo", "Jannis", "Petersen", "nordrad", true],
  ["admin@rivage.demo", "Solène", "Guérin", "rivage", true],
  ["admin@atelier.demo", "Karim", "Belkacem", "atelier", true],
] as const;
export const riderLogin = ["rider@persdesk.demo", "Robin", "Keller"] as const;
