/** company with riders of its own, and its teams with what they do */
export const fleetTeamStories = [
  [
    "citelo",
    [
      ["Centre-ville", "Daily hire between the stations"],
      ["Maintenance", "Brings bicycles back and checks them"],
    ],
  ],
  [
    "hansekurier",
    [
      ["Altona", "Parcels, early shift"],
      ["Hafencity", "Parcels, late shift"],
    ],
  ],
  [
    "velora",
    [
      ["Essais", "Rides new models before they are sold"],
      ["Prêt", "Bicycles lent to journalists and shops"],
    ],
  ],
] as const;

/** company, time zone, unit of distances, whether it gets the weekly report */
export const preferenceStories = [
  ["velora", "Europe/Paris", "km", true],
  ["nordrad", "Europe/Berlin", "km", true],
  ["kestrel", "Europe/London", "mi", false],
  ["citelo", "Europe/Paris", "km", false],
] as const;

/** first and last name, telephone, country, and the companies that turn to them */
export const partnerReferentStories = [
  ["Camille", "Moreau", "+33 1 55 50 12 40", "FR", ["velora", "rivage", "deux-rives", "atelier"]],
  ["Jonas", "Petersen", "+49 40 555 0190", "DE", ["nordrad", "alpenvelo", "lindner", "brandt"]],
  ["Harriet", "Cole", null, "GB", ["kestrel", "tandem"]],
] as const;

/** maker with vehicles that no fleet bought, and the dealer at which some of them stand */
export const stockStories = [
  ["velora", "rivage"],
  ["nordrad", "lindner"],
] as const;
