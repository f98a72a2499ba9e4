// Signing in and trying in the API reference.

const at = (id) => document.getElementById(id);

/** The tokens of whoever signed in, in this page's memory only. */
let session;
let renewing;
const says = (text) => {
  at("sign-in-says").textContent = text;
};
const users = (path, headers, body) =>
  fetch(`/api/v1/users/${path}`, {
    method: "POST",
    headers: { "accept-language": "en", ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const bearer = (token) => `Bearer ${token}`;

function begin(tokens, email) {
  // Renewed half a minute before it expires, so that no call is refused for its age.
  const renewAt = Date.now() + (tokens.expiresIn - 30) * 1000;
  session = { email, access: tokens.accessToken, refresh: tokens.refreshToken, renewAt };
}

function showSession() {
  at("sign-in").hidden = session !== undefined;
  at("signed-in").hidden = session === undefined;
  at("who").textContent = session ? `Signed in as ${session.email}.` : "";
  tellAllPanels();
}

function end(text) {
  session = undefined;
  says(text);
  showSession();
}

async function signIn(form) {
  const { email, password, totpCode } = Object.fromEntries(new FormData(form));
  says("Signing in…");
  const answer = await users("login", {}, { email, password, ...(totpCode && { totpCode }) });
  const body = await answer.json();
  if (answer.ok) {
    begin(body, email);
    form.reset();
    at("second").hidden = true;
    says("");
    showSession();
    at("sign-out").focus();
    return;
  }
  says(body.detail);
  if (body.code !== "second_factor_required") return;
  at("second").hidden = false;
  form.elements.totpCode.focus();
}

async function renew() {
  const answer = await users("refresh-token", { refreshToken: bearer(session.refresh) });
  if (answer.ok) begin(await answer.json(), session.email);
  else end((await answer.json()).detail);
}

at("sign-in").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.target.querySelector("button");
  button.disabled = true;
  await signIn(event.target).catch(() => says("The server could not be reached. Try again."));
  button.disabled = false;
});

at("sign-out").addEventListener("click", async () => {
  const { access, refresh } = session;
  end("Signed out.");
  at("sign-in").elements.email.focus();
  await users("logout", { authorization: bearer(access), refreshToken: bearer(refresh) }).catch(() =>
    says("The server could not be reached; this page has forgotten the session, but it goes on until it expires."),
  );
});

const keyForm = at("key");
const keyNow = () => keyForm.elements.key.value.trim();
keyForm.addEventListener("submit", (event) => event.preventDefault());
keyForm.addEventListener("input", () => tellAllPanels());

const panels = new Map();

/** What a call is sent with: its person's token, or else the key. */
function credentialOf(schemes) {
  if (schemes.includes("bearer") && session) return "bearer";
  return schemes.includes("ApiKeyAuth") && keyNow() ? "key" : undefined;
}

function tell({ schemes, note }) {
  const credential = credentialOf(schemes);
  const lacks = [
    ...(schemes.includes("bearer") ? ["sign in"] : []),
    ...(schemes.includes("ApiKeyAuth") ? ["give a key"] : []),
  ].join(" or ");
  if (schemes.length === 0) note.textContent = "Sent without credentials: it needs none.";
  else if (credential === "bearer") note.textContent = `Sent as ${session.email}.`;
  else if (credential === "key") note.textContent = "Sent with the key.";
  else {
    const link = document.createElement("a");
    link.href = "#credentials";
    link.textContent = `${lacks[0].toUpperCase()}${lacks.slice(1)}`;
    note.replaceChildren("Without credentials this is answered with 401. ", link, " first.");
  }
}

const tellAllPanels = () => panels.forEach(tell);

async function withCredentials(request, schemes) {
  if (credentialOf(schemes) === "bearer" && Date.now() > session.renewAt) {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    await renewing;
  }
  const credential = credentialOf(schemes);
  if (credential === "bearer") request.headers.Authorization = bearer(session.access);
  if (credential === "key") request.headers["x-api-key"] = keyNow();
  return request;
}

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
function ready() {
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

/** The document with this operation only. Its credentials are those of this page, not of fields of their own. */
function alone(api, { method, path }) {
  const { securitySchemes: _, ...components } = api.components;
  const operation = { ...api.paths[path][method], security: [] };
  return { ...api, components, tags: [], paths: { [path]: { [method]: operation } } };
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

async function show(op, panel) {
  panel.note.textContent = "Loading…";
  const api = await ready();
  if (!panels.has(op)) return;
  const { method, path } = op.dataset;
  panel.schemes = api.paths[path][method].security.flatMap((one) => Object.keys(one));
  tell(panel);
  const name = op.querySelector("h3").textContent;
  new MutationObserver(() => mend(panel.place, name)).observe(panel.place, { childList: true, subtree: true });
  window.SwaggerUIBundle({
    spec: alone(api, op.dataset),
    domNode: panel.place,
    layout: "OperationOnly",
    plugins: [operationOnly],
    docExpansion: "full",
    defaultModelsExpandDepth: -1,
    tryItOutEnabled: true,
    validatorUrl: null,
    requestInterceptor: (request) => withCredentials(request, panel.schemes),
  });
}

function open(op) {
  const element = document.createElement("section");
  element.className = "panel";
  element.tabIndex = -1;
  element.setAttribute("aria-label", op.querySelector(".try").getAttribute("aria-label"));
  const note = Object.assign(document.createElement("p"), { className: "note", role: "status" });
  const place = document.createElement("div");
  element.append(note, place);
  op.append(element);
  element.focus({ preventScroll: true });
  const panel = { element, note, place, schemes: [] };
  panels.set(op, panel);
  show(op, panel).catch(() => {
    note.textContent = "What is needed for trying could not be loaded. Close this and try again.";
  });
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.(".try");
  if (!button) return;
  const op = button.closest(".op");
  const isOpen = panels.has(op);
  if (isOpen) {
    panels.get(op).element.remove();
    panels.delete(op);
  } else open(op);
  button.textContent = isOpen ? "Try" : "Close";
  button.setAttribute("aria-expanded", String(!isOpen));
});
