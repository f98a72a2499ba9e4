// Draws one operation of the API's document, with what is needed for trying it, by a program that is loaded at first use.

const loaded = (element) =>
  new Promise((resolve, reject) => {
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => {
      element.remove();
      reject(new Error("not loaded"));
    });
    document.head.append(element);
  });

async function json(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

let program;
/** The API's document, once the program that shows one of its operations is there too. */
export function ready() {
  const script = Object.assign(document.createElement("script"), { src: "/api/reference/swagger-ui-bundle.js" });
  const style = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: "/api/reference/swagger-ui.css",
  });
  program ??= Promise.all([json("/api/openapi.json"), loaded(script), loaded(style)])
    .then(([api]) => api)
    .catch((error) => {
      program = undefined;
      throw error;
    });
  return program;
}

/** The parts of the document that something refers to, also through each other. */
function partsOf(api, value, found = {}) {
  for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"/]+)/g)) {
    if (found[kind]?.[name]) continue;
    found[kind] = { ...found[kind], [name]: api.components[kind][name] };
    partsOf(api, found[kind][name], found);
  }
  return found;
}

/** The document with this operation only. Its credentials are those of this page, not of fields of their own. */
function alone(api, { method, path }) {
  const operation = { ...api.paths[path][method], security: [] };
  const { openapi, info, servers } = api;
  return { openapi, info, servers, components: partsOf(api, operation), paths: { [path]: { [method]: operation } } };
}

/** Gives what the program draws the names and roles that it leaves out, whenever it draws. */
function mend(place, name) {
  for (const code of place.querySelectorAll("pre:not([tabindex])")) code.tabIndex = 0;
  for (const field of place.querySelectorAll(":is(select, textarea, input):not([aria-label], [id])")) {
    const row = field.closest("tr")?.querySelector(".parameter__name") ?? field.closest("label");
    field.setAttribute("aria-label", row?.firstChild?.textContent || "Value");
  }
  for (const region of place.querySelectorAll("[role=region]:not([aria-label])"))
    region.setAttribute("aria-label", `${region.matches(".live-responses-table") ? "Answer" : "Answers"}: ${name}`);
}

/** The program's layout without its frame, which is a page of its own. */
const operationOnly = ({ React, getComponent }) => {
  const parts = () => [getComponent("SvgAssets"), getComponent("operations", true)];
  const draw = () =>
    React.createElement("div", { className: "swagger-ui" }, ...parts().map((part) => React.createElement(part)));
  return { components: { OperationOnly: draw } };
};

/** The names of the credentials that an operation takes. */
export const schemesOf = (api, { method, path }) => api.paths[path][method].security.flatMap((one) => Object.keys(one));

/** Says when an operation's references are resolved: what is sent before is lost, and the program waits for it for ever. */
const telling = (isResolved) => () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateResolvedSubtree:
          (update) =>
          (...given) => {
            setTimeout(isResolved);
            return update(...given);
          },
      },
    },
  },
});

/**
 * Draws an operation in a place of the page, which is shown when it can be sent; the interceptors see each call and each
 * answer.
 */
export async function draw(api, op, place, interceptors) {
  const name = op.querySelector("h3").textContent;
  new MutationObserver(() => mend(place, name)).observe(place, { childList: true, subtree: true });
  place.hidden = true;
  await new Promise((isResolved) => {
    window.SwaggerUIBundle({
      spec: alone(api, op.dataset),
      domNode: place,
      layout: "OperationOnly",
      plugins: [operationOnly, telling(isResolved)],
      docExpansion: "full",
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      validatorUrl: null,
      ...interceptors,
    });
  });
  place.hidden = false;
}
