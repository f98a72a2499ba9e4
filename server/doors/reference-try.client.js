// Signing in and trying in the API reference.

import { draw, ready, schemesOf } from "./reference-draw.client.js";

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

const endByItself = () => end("The session has ended. Sign in again.");

async function takeNext({ email, access, refresh }) {
  const answer = await users("refresh-token", { authorization: bearer(access), refreshToken: bearer(refresh) });
  const body = await answer.json();
  if (!session) return;
  if (answer.ok) begin(body, email);
  else if (answer.status === 401 || answer.status === 403) endByItself();
  else says(body.detail);
}

/** Takes the next tokens, once for all calls that need them; whose session has ended is asked to sign in. */
function renew() {
  renewing ??= takeNext(session)
    .catch(() => says("The server could not be reached, so the session was not renewed. Try again."))
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
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
  if (credentialOf(schemes) === "bearer" && Date.now() > session.renewAt) await renew();
  const credential = credentialOf(schemes);
  if (credential === "bearer") request.headers.Authorization = bearer(session.access);
  if (credential === "key") request.headers["x-api-key"] = keyNow();
  return request;
}

/** What an answer says of the session: one that has ended is forgotten, and a token that expired is renewed. */
async function ofSession(response, panel) {
  if (response.status !== 401 || !session) return response;
  const { code } = response.body ?? {};
  if (code === "session_ended" || code === "token_invalid") endByItself();
  if (code !== "token_expired") return response;
  await renew();
  if (session) panel.note.textContent = "The token had expired and was renewed. Send the call again.";
  return response;
}

async function show(op, panel) {
  panel.note.textContent = "Loading…";
  const api = await ready();
  if (!panels.has(op)) return;
  panel.schemes = schemesOf(api, op.dataset);
  await draw(api, op, panel.place, {
    requestInterceptor: (request) => withCredentials(request, panel.schemes),
    responseInterceptor: (response) => ofSession(response, panel),
  });
  tell(panel);
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
