// @ts-check
// `node bench/felt.mjs [--rows 100000] [--tiny]`: what a person feels on the PERS list and around it, in Chromium, beside an
// empty Next page in the same browser.
import { ready } from "./parts/ready.mjs";
import { ms, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rows, loads, turns } = sizes({ rows: [100_000, 300], loads: [9, 1], turns: [90, 3] });
await ready({ browser: true });
const { firstClicks, hardLoads, scrolled, signedIn, walked } = await import("./parts/browser.mjs");
const { database, withPers } = await import("./parts/database.mjs");
const { startEmptyNext, startOurs, stopLoader } = await import("./parts/servers.mjs");

/** @typedef {import("./parts/browser.mjs").Page} Page */
/** @typedef {import("./parts/browser.mjs").Step} Step */

const { url: databaseUrl } = await withPers(rows);
const ours = await startOurs(databaseUrl);
const empty = await startEmptyNext();
const { browser, context, cookie } = await signedIn(ours.url);
const list = `${ours.url}/pers`;

/** Asks both servers for their pages until they answer as servers do that have run for a while. */
async function warmUp(/** @type {string[]} */ pages) {
  for (let n = 0; n < turns; n++)
    for (const page of pages) await fetch(page, { headers: { cookie } }).then((answer) => answer.arrayBuffer());
}

/** A device of the list's first page, and the serial number of one that is not on it. */
async function someDevices() {
  const page = await context.newPage();
  await page.goto(list);
  const id = await page.locator("tr[data-id]").first().getAttribute("data-id");
  await page.goto(`${list}?page=9`);
  const far = await page.locator("tr[data-id] [data-primary]").first().innerText();
  await page.close();
  return { id, far };
}

/** How long people keep a mouse button pressed; what is felt begins when they let it go. */
const press = { delay: 80 };

const addsWord = async (/** @type {Page} */ page) => {
  await page.evaluate(() =>
    document.body.addEventListener("click", () =>
      document.body.append(Object.assign(document.createElement("b"), { textContent: "a" })),
    ),
  );
  await page.click("p", press);
};
const button = (/** @type {string} */ name) => (/** @type {Page} */ page) =>
  page.getByRole("button", { name, exact: true }).click(press);

/** Each first thing that is done on a page which has just come to rest. */
function stepsOf(/** @type {Awaited<ReturnType<typeof someDevices>>} */ { id, far }) {
  const first = `tr[data-id="${id}"]`;
  const search = async (/** @type {Page} */ page) => {
    await page.locator("main search input").click();
    await page.keyboard.type(far.slice(-7));
  };
  return /** @type {[string, Step][]} */ ([
    ["an empty Next page: a click adds a word", { url: `${empty.url}/`, event: "click", selector: "b", act: addsWord }],
    [
      "a row of the list to its sheet",
      {
        url: list,
        event: "click",
        selector: "main dl dd",
        act: (page) => page.locator(`${first} [data-primary]`).click(press),
      },
    ],
    [
      "the menu to a list",
      {
        url: `${ours.url}/`,
        event: "click",
        selector: "tr[data-id]",
        act: (page) => page.getByRole("link", { name: "Devices", exact: true }).click(press),
      },
    ],
    [
      "a tab of a device",
      { url: `${list}/${id}`, event: "click", selector: "main input[name$=mount]", act: button("Kit") },
    ],
    [
      "a view of the list",
      {
        url: list,
        event: "click",
        selector: first,
        isGone: true,
        act: (page) => page.locator("[data-views]").getByText("Firmware behind").click(press),
      },
    ],
    [
      "a column sorts",
      {
        url: list,
        event: "click",
        selector: first,
        isGone: true,
        act: (page) => page.locator("thead button").first().click(press),
      },
    ],
    ["the next page", { url: list, event: "click", selector: first, isGone: true, act: button("Next page") }],
    ["last key of a search to its rows", { url: list, event: "keydown", selector: first, isGone: true, act: search }],
    [
      "the palette",
      {
        url: list,
        event: "keydown",
        selector: "dialog input[role=combobox]",
        act: (page) => page.keyboard.press("Control+k"),
      },
    ],
  ]);
}

/** Things that people do one after the other on a page, each with mouse or keys. */
const walks = /** @type {[string, string, (page: Page) => Promise<unknown>][]} */ ([
  ["rows by the keys", list, async (page) => void (await page.keyboard.type("jjjjkkjjj", { delay: 60 }))],
  ["rows are chosen", list, async (page) => void (await page.keyboard.type("jxjxjxjx", { delay: 60 }))],
  [
    "rows are looked at beside the list",
    list,
    async (page) => void (await page.keyboard.type("j jjj", { delay: 150 })),
  ],
  [
    "pages are turned",
    list,
    async (page) => void (await Promise.all([button("Next page")(page), page.waitForURL(/page=2/)])),
  ],
  [
    "a search is typed",
    list,
    async (page) => void (await page.locator("main search input").pressSequentially("0042", { delay: 60 })),
  ],
  [
    "a device's tabs",
    list,
    async (page) => {
      await page.locator("tr[data-id] [data-primary]").first().click();
      await page.waitForURL(/\/pers\/[\w-]{36}/);
      for (const name of ["Kit", "Alerts", "Messages"]) await button(name)(page);
    },
  ],
  [
    "the palette",
    list,
    async (page) => void (await page.keyboard.press("Control+k").then(() => page.keyboard.type("velo", { delay: 60 }))),
  ],
  ["the rail is made narrow", list, async (page) => void (await page.keyboard.press("["))],
  [
    "the menu",
    list,
    async (page) => void (await page.getByRole("link", { name: "Companies", exact: true }).first().click()),
  ],
  [
    "the colour scheme",
    list,
    async (page) =>
      void (await page
        .getByRole("button", { name: /theme|scheme|dark|light/i })
        .first()
        .click()),
  ],
]);

try {
  const addLoad = table("Hard load, medians", [
    "",
    "JS gzip KiB",
    "of bare",
    "ahead KiB",
    "first row ms",
    "interactive ms",
    "of bare",
    "main thread CPU ms",
    "of bare",
  ]);
  const devices = await someDevices();
  await warmUp([`${empty.url}/`, `${ours.url}/`, list, `${list}/${devices.id}`]);
  const seen = await hardLoads(context, list, "tr[data-id]", loads);
  const bare = await hardLoads(context, `${empty.url}/`, "p", loads);
  for (const [label, one] of /** @type {const} */ ([
    ["bare: an empty Next page", bare],
    ["PERS list", seen],
  ]))
    addLoad(
      label,
      one.kib.toFixed(0),
      times(one.kib / bare.kib),
      one.ahead.toFixed(0),
      ms(one.row),
      ms(one.interactive),
      times(one.interactive / bare.interactive),
      ms(one.cpu),
      times(one.cpu / bare.cpu),
    );
  const addFelt = table("The first thing that is done on a page which has come to rest, medians", [
    "",
    "ms",
    "of bare",
  ]);
  let ofBare = 0;
  for (const [label, step] of stepsOf(devices)) {
    const took = await firstClicks(context, step, loads);
    ofBare ||= took;
    addFelt(label, ms(took), times(took / ofBare));
  }
  const addScroll = table("A list of 1,000 rows is scrolled through", ["", "shift", "at first", "longest task ms"]);
  const { shift, atFirst, task } = await scrolled(context, `${list}?limit=1000`, turns);
  addScroll("PERS list", shift.toFixed(3), atFirst.toFixed(3), ms(task));
  const addWalk = table("Walks: the longest wait of an event", ["", "ms"]);
  for (const [label, at, walk] of walks) addWalk(label, ms(await walked(context, at, walk)));
} finally {
  await browser.close();
  stopLoader();
  await Promise.all([ours, empty].map((server) => server.stop()));
  if (!database.adopted) await database.stop();
}
