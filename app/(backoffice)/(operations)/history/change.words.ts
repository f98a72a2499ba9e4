export const changeDoors = { screen: "Screen", rest: "API", job: "Background" };

/** What is said of a change, in the backoffice and in a company. */
export const changeWords = {
  at: "When",
  startDate: "When",
  actorLabel: "Person",
  action: "Change",
  differences: "Before and after",
  objectLabel: "Record",
  objectId: "Record ID",
  kind: "Type",
  objectType: "Type",
  door: { title: "Door", values: changeDoors },
};
